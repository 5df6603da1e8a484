"""The contest: a ranker that never sleeps. It makes fixtures, has them played in their own processes, and rates them.

ranker    what goes on all the time: choose, lease, have played, check, store
setup     what a game's ladder looks like: house bots, options, clocks
schedule  which sets are played next, and which fixtures may be played no more
crew      the processes that play: started, watched and ended; `zygote` and `worker` are their side of it
keeping   a result becomes a stored match, once
budget    how much of the machine all of it may take
leagues   where a player stands, in words
accounts  the proof that nothing was lost or counted twice
"""
