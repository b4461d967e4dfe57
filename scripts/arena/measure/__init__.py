"""Measurements of one build: speed, start-up, stops, faults."""
