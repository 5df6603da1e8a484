"""From matches to standings: series of matches, the pairing of seeds and seats, and how sure the results are."""
