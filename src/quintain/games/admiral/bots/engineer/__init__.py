"""The engineer, and what marks do to the board."""
