"""Statistics of results: ratings, sequential tests, SPSA."""
