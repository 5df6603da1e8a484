"""Tournaments on the website: the formats of the ranker over fixtures and matches in the database."""
