"""The house bots of Planets: one file a bot."""
