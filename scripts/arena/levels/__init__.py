"""Ratings of the levels of play, fitted by matches."""
