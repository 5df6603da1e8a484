"""The bots that play Rummy, one a file."""
