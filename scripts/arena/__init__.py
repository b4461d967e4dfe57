"""What the scripts for matches, statistics and tuning share."""
