"""The table in a browser: a server of tables, and the pages and scripts that it serves."""
