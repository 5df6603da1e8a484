"""Play one match: ask the seats, check their answers, and say how it ended."""
