"""Builds and archives."""
