"""The vocabulary of the arena: games, positions, matches, bots, replays. Nothing here reads or writes anything."""
