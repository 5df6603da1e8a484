"""Bots that can play any game: each file here with a Bot in it is one, named like the file."""
