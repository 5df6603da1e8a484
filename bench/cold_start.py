"""Asks every Jaffre kernel once; peers.py runs it with an empty cache to see what compiling costs."""

from quintain import games
from quintain.arbiter.actors import bot_rng
from quintain.arbiter.players import house_bots
from quintain.bots.playouts import random_decisions
from quintain.core.bot import Turn
from quintain.core.dice import seeded
from quintain.core.game import EVERYTHING
from quintain.core.position import Position

rng = seeded("cold start")
game = games.load("jaffre")
position = Position.start(game, seed=1)
seat = position.acting[0]
action = position.legal(seat)[0]
position.allows(seat, action)
position.play(seat, action, rng)
position.seen_by(seat).imagined(seat, rng)
position.view(EVERYTHING)
position.scores()
for bot in house_bots(game).values():
    bot().act(Turn(seat, position.seen_by(seat), bot_rng(1, seat)))
print(random_decisions(game, 1000))
