"""The bots of Signals."""
