"""Tournaments on the website: who takes part, what is shown, and moving them on."""
