"""Learning a network for Go: what it is made of, its training and its file."""
