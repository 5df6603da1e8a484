"""The bots that play Jaffre, one a file."""
