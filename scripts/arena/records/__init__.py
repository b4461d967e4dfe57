"""Games: how one is played, recorded and written."""
