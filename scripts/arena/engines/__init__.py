"""Engine processes: protocols, clocks, and the referee."""
