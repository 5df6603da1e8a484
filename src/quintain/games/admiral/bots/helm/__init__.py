"""Where the boat goes."""
