"""The captain: what he knows, what he orders, and what he answers."""
