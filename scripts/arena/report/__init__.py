"""The page of a match: tables, pictures and a board."""
