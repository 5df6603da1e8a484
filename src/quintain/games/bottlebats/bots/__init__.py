"""The bots of Bottle Bats, one file each."""
