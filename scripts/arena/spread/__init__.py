"""Shards of a command on many hosts."""
