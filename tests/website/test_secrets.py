"""A seat's secrets can be had with that seat's session only: two worlds that differ in them look the same to others."""

import threading
from typing import Any

import pytest

from quintain import games
from quintain.core.clock import TimeControl
from quintain.core.dice import random_below, seeded
from quintain.core.game import EVERYTHING, Game
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.website.history import History
from tests.website.client import PATIENCE, Visit, new_table

JAFFRE = games.load("jaffre")
PAIRS = 60


def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes() -> None:
    """Every message made for a pair of eyes: sync, and the step of the seat's own action."""
    dice = seeded("pairs", 1)
    for seed in range(PAIRS):
        steps = random_below(dice, 90)
        for eyes in range(4):
            truth, fancy, shown = worlds(JAFFRE, seed, steps, eyes)
            assert shown[0].sync("m", eyes, 1.0) == shown[1].sync("m", eyes, 1.0)
            assert shown[0].sync("m", PUBLIC, 1.0) == shown[1].sync("m", PUBLIC, 1.0)
            if eyes in truth.position.acting:
                action = truth.position.legal(eyes)[0]
                for match, history in zip((truth, fancy), shown, strict=True):
                    match.act(eyes, action, 2.0)
                    history.add(match.record[-1], 2.0)
                for watcher in (eyes, PUBLIC):
                    assert shown[0].message(watcher, 1) == shown[1].message(watcher, 1)


@pytest.mark.parametrize("name", games.names())
def test_no_game_shows_more_to_one_who_comes_later(name: str) -> None:
    """The same of everything at once, with clocks, in every game: what happens next may tell something there."""
    game, dice = games.load(name), seeded("newcomers", 1)
    for seed in range(PAIRS // 4):
        steps = random_below(dice, 60)
        for eyes in range(len(game.seating(game.options()))):
            shown = worlds(game, seed, steps, eyes)[2]
            for watcher in (eyes, PUBLIC):
                assert shown[0].sync("m", watcher, 1.0) == shown[1].sync("m", watcher, 1.0)


def worlds(game: Game, seed: int, steps: int, eyes: int) -> tuple[Match, Match, list[History]]:
    """A match, another one that these eyes cannot tell from it, and what of each is shown."""
    truth, fancy = advanced_to(seed, steps, game), advanced_to(seed, steps, game)
    fancy.position = fancy.position.imagined(eyes, seeded("fancy", seed, steps, eyes))
    return truth, fancy, [History(match) for match in (truth, fancy)]


def advanced_to(seed: int, steps: int, game: Game = JAFFRE) -> Match:
    match, dice = Match(game, seed=seed, time_control=TimeControl(limit=60.0)), seeded("walk", seed)
    for _ in range(steps):
        if match.outcome:
            break
        acting = match.position.acting
        seat = acting[random_below(dice, len(acting))]
        legal = match.position.legal(seat)
        match.act(seat, legal[random_below(dice, len(legal))], 1.0)
    return match


def cards_in(thing: Any) -> set[tuple[str, int]]:
    """Every card that is anywhere in a message."""
    if isinstance(thing, dict):
        if set(thing) == {"color", "value"}:
            return {(thing["color"], thing["value"])}
        return set().union(*map(cards_in, thing.values()))
    return set().union(*map(cards_in, thing)) if isinstance(thing, list) else set()


def test_no_message_holds_a_card_from_another_hand(visit: Visit) -> None:
    """A second player, a spectator and a stranger listen to a whole match; no card comes before it is played."""
    ann, bob, eve = visit("Ann"), visit("Bob"), visit()
    table = new_table(ann, bob, options={"target": 8, "first_dealer": 3})
    sockets = {0: ann.live(table), 1: bob.live(table), PUBLIC: eve.live(table)}
    for socket in sockets.values():
        socket.until("table")
    ann.post(f"/api/tables/{table}/start")
    threads = [threading.Thread(target=sockets[seat].play, args=(seat,)) for seat in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    match = sockets[PUBLIC].until("ended")["match"]
    steps = ann.steps(match)
    for eyes, socket in sockets.items():
        messages = [message for message in socket.seen if message["type"] in ("sync", "step")]
        assert [message["seq"] for message in messages] == list(range(len(steps)))
        for message, truth in zip(messages, steps, strict=True):
            hidden = [hand for seat, hand in enumerate(truth["view"]["hands"]) if seat != eyes]
            # The last trick stays in sight across a new deal.
            view = {name: value for name, value in message["view"].items() if name != "last_trick"}
            assert not cards_in(view) & cards_in(hidden)
            assert not cards_in(message["legal"]) & cards_in(hidden)
            told = [event for event in message["events"] if event["type"] == "dealt"]
            assert not told if eyes == PUBLIC else all(cards_in(told) == cards_in(e["hand"]) for e in told)
            assert message["reasons"] == []


@pytest.mark.parametrize("eyes", ["all", 0, 1, 2, 3, 63])
def test_nobody_borrows_anothers_eyes(visit: Visit, eyes: Any) -> None:
    ann, bob, eve = visit("Ann"), visit("Bob"), visit()
    table = new_table(ann, bob)
    ann.post(f"/api/tables/{table}/start")
    for browser, own in ((ann, 0), (bob, 1), (eve, None)):
        with browser.live(table, eyes=eyes) as socket:
            answer = socket.receive()
            while answer["type"] == "table":
                answer = socket.receive()
            if eyes == own:
                assert (answer["type"], answer["eyes"]) == ("sync", own)
            else:
                assert answer["type"] == "error"
                assert not cards_in(answer)


def test_wrong_eyes_are_not_understood(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre")["table"]
    for eyes in (-1, -2, EVERYTHING, "everything", "0", None, 1.5, [0], 64):
        with visit().live(table, eyes=eyes) as socket:
            assert socket.until("error")["error"] == "message"


def test_every_endpoint_keeps_a_running_match_to_itself(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    table = new_table(ann)
    ann.post(f"/api/tables/{table}/start")
    match = ann.get(f"/api/tables/{table}")["match"]
    info = eve.get(f"/api/matches/{match}")
    assert info["seed"] is None
    assert info["steps"] is None
    for path in ("steps", "steps?seat=all", "steps?seat=0", "steps?seat=2", "index", "account", "file"):
        assert eve.status("GET", f"/api/matches/{match}/{path}") == 409
        assert ann.status("GET", f"/api/matches/{match}/{path}") == 409
    assert eve.status("POST", f"/api/matches/{match}/fork", step=0, seats=["me", None, None, None]) == 409
    for path in (f"/api/tables/{table}", "/api/lobby", f"/api/matches/{match}", "/api/me/matches"):
        assert not cards_in(eve.get(path))
        assert "seed" not in str(eve.get(path)).replace("'seed': None", "")


def test_a_table_that_is_not_for_watching(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    table = new_table(ann)
    ann.post(f"/api/tables/{table}/start")
    with eve.live(table) as socket:
        assert socket.until("sync")["eyes"] == "public"
        ann.post(f"/api/tables/{table}/settings", watching="nobody")
        assert socket.closed()[0] == 4403
    with eve.live(table) as socket:
        assert socket.until("error")["detail"] == "this table is not for watching"
    assert table not in [row["id"] for row in eve.get("/api/lobby")["running"]]


def test_a_bot_that_stands_in_is_told_its_own_seats_events_only() -> None:
    match = advanced_to(3, 12)
    for seat in range(4):
        dealt = [event for event in match.events(seat) if type(event).__name__ == "Dealt"]
        assert len(dealt) == 1


def test_private_tables_are_listed_for_nobody(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    table = new_table(ann, public=False)
    assert table not in str(eve.get("/api/lobby"))
    ann.post(f"/api/tables/{table}/start")
    assert table not in str(eve.get("/api/lobby"))
    with ann.live(table) as socket:
        socket.send("resign", seat=0)
        match = socket.until("ended")["match"]
    assert match not in str(eve.get("/api/lobby"))
    assert eve.status("GET", f"/api/matches/{match}") == 200  # by link
