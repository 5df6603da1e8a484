"""The crews of Admiral Radar."""
