"""Which weapon is used, and where."""
