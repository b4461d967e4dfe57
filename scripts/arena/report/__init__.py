"""The HTML report of a match: tables, charts and a board."""
