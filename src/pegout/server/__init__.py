"""The browser table: a server of tables, and the pages and scripts that it serves."""
