"""Playing, recording and writing games."""
