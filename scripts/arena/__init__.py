"""Modules of the scripts for matches, statistics and tuning."""
