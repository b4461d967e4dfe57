"""Learning a network for Go: architecture, training and file format."""
