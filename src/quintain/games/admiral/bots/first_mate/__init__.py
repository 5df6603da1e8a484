"""The first mate: what to charge."""
