"""How a strong player decides among three and four: sampled hands, played out to the end."""
