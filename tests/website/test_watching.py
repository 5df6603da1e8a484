"""What onlookers see: what the host lets them see, as late as the host wants it, and never a person's secrets."""

import json
from typing import Any

import pytest

from quintain import games
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.core.record import Acted, Reason
from quintain.core.replay import Replay
from quintain.website.history import KEPT, History, encode
from quintain.website.played import Played
from tests.website.client import Browser, Visit, new_table
from tests.website.witness import Witness

DELAY = 6
ACTS = 12


def bots_table(host: Browser, **wishes: Any) -> str:
    id: str = host.post("/api/tables", game="jaffre", options={"target": 1000}, **wishes)["id"]
    for seat in range(4):
        host.post(f"/api/tables/{id}/bot", seat=seat, player="advanced")
    return id


# --- how much --------------------------------------------------------------------------------------------------------


def test_where_only_bots_play_the_host_says_how_much_is_seen(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit()
    for watching, eyes in (("everything", "all"), ("public", "public")):
        table = bots_table(ann, watching=watching, pace=0.05)
        ann.post(f"/api/tables/{table}/start")
        for browser in (ann, eve):  # the host is an onlooker here
            with browser.live(table) as socket:
                sync = socket.until("sync")
                assert sync["eyes"] == eyes
                assert (sync["view"]["hands"] is not None) == (eyes == "all")
                assert bool(socket.until("step")["reasons"]) == (eyes == "all")
        ann.post(f"/api/tables/{table}/settings", pace=5)  # it goes on, and need not hurry


@pytest.mark.parametrize("wanted", ["all", 0, 3])
def test_public_means_public_at_tables_of_bots(visit: Visit, wanted: Any) -> None:
    ann, eve = visit("Ann"), visit()
    table = bots_table(ann, watching="public", pace=5)
    ann.post(f"/api/tables/{table}/start")
    with eve.live(table, eyes=wanted) as socket:
        answer = socket.receive()
        assert (answer["type"], answer["detail"]) == ("error", "at this table onlookers see what everybody may know")


def test_everything_is_public_where_a_person_plays(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit()
    table = new_table(ann, watching="everything")
    ann.post(f"/api/tables/{table}/start")
    for eyes in ("auto", "public"):
        with eve.live(table, eyes=eyes) as socket:
            sync = socket.until("sync")
            assert (sync["eyes"], sync["view"]["hands"], sync["reasons"]) == ("public", None, [])
    for wanted in ("all", 1):
        with eve.live(table, eyes=wanted) as socket:
            assert socket.receive()["type"] == "error"
    ann.post(f"/api/tables/{table}/leave")  # a bot stands in, and the seat is still hers
    with eve.live(table) as socket:
        assert socket.until("sync")["eyes"] == "public"


def test_the_host_may_change_it(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit()
    table = bots_table(ann, watching="everything", pace=5)
    ann.post(f"/api/tables/{table}/start")
    with eve.live(table) as socket:
        assert socket.until("sync")["eyes"] == "all"
        ann.post(f"/api/tables/{table}/settings", watching="public")
        assert socket.until("sync")["eyes"] == "public"


# --- how late --------------------------------------------------------------------------------------------------------


@pytest.fixture
def delayed(visit: Visit) -> tuple[Witness, Witness, str]:
    """Ann has played for a while; Eve has looked on from the start."""
    ann, eve = visit("Ann"), visit("Eve")
    table = new_table(ann, options={"first_dealer": 3}, delay=DELAY, pace=0)
    match = ann.post(f"/api/tables/{table}/start")["match"]
    player, onlooker = Witness(ann, table, 0), Witness(eve, table)
    acts = 0
    while acts < ACTS or not told_once(player):
        while not player.latest["legal"]:
            player.settle()
        legal = player.latest["legal"]
        chosen = next((choice for choice in legal if choice["text"] == "skip"), legal[0])
        player.act(0, chosen["action"])
        while not player.latest["legal"]:
            player.settle()
        acts += 1
    onlooker.settle()
    return player, onlooker, match


def lines(player: Witness) -> list[str]:
    return [told for message in player.socket.seen if message["type"] in ("sync", "step") for told in message["lines"]]


def late(player: Witness) -> list[str]:
    """What was told in the steps that an onlooker does not see yet."""
    return [line for message in player.socket.seen[-DELAY:] for line in message.get("lines", ())]


def told_once(player: Witness) -> list[str]:
    """What an onlooker cannot have heard before."""
    told = lines(player)
    return [line for line in late(player) if told.count(line) == 1]


def test_an_onlooker_is_so_many_steps_behind_on_every_channel(delayed: tuple[Witness, Witness, str]) -> None:
    player, onlooker, match = delayed
    now = player.latest["seq"]
    assert now > 2 * DELAY
    onlooker.look_about(match, 4)
    onlooker.asides.append(onlooker.browser.live(onlooker.table, match=match, since=now))
    onlooker.settle(onlooker.asides[-1])
    shown = [message for socket in (onlooker.socket, *onlooker.asides) for message in socket.seen]
    shown = [message for message in shown if message["type"] in ("sync", "step")]
    assert max(message["seq"] for message in shown) == now - DELAY
    # What is told in these steps, word for word, is what she was told in them, and nothing after.
    heard = "\n".join(onlooker.heard)
    assert told_once(player), "or there is nothing to find"
    for line in told_once(player):
        assert line not in heard, line


def test_at_the_end_everything_is_shown(delayed: tuple[Witness, Witness, str]) -> None:
    player, onlooker, match = delayed
    player.socket.send("resign", seat=0)
    player.socket.until("ended")
    onlooker.socket.until("ended")
    numbers = [message["seq"] for message in onlooker.socket.seen if message["type"] in ("sync", "step")]
    assert numbers == sorted(set(numbers)), "each step once, and in order"
    assert numbers[-1] == player.latest["seq"]
    steps = onlooker.browser.steps(match, "public")
    for message in onlooker.socket.seen:
        if message["type"] in ("sync", "step"):
            assert message["view"] == steps[message["seq"]]["view"]
    told = [event for message in onlooker.socket.seen for event in message.get("events", ())]
    assert told == [event for step in steps for event in step["events"]]


def test_a_newcomer_finds_the_match_as_it_was(delayed: tuple[Witness, Witness, str]) -> None:
    player, onlooker, match = delayed
    with onlooker.browser.live(onlooker.table) as socket:
        sync = socket.until("sync")
    then = next(message for message in onlooker.socket.seen if message.get("seq") == sync["seq"])
    assert sync["seq"] == player.latest["seq"] - DELAY
    assert (sync["view"], sync["acting"], sync["outcome"]) == (then["view"], then["acting"], None)
    told = [event for message in onlooker.socket.seen for event in message.get("events", ())]
    assert sync["events"] == told
    # Reconnecting from any step gives what comes after it, and no more.
    for since in range(sync["seq"] + 1):
        with onlooker.browser.live(onlooker.table, match=match, since=since) as socket:
            socket.send("ping")
            while socket.receive()["type"] != "pong":
                pass
            assert [m["seq"] for m in socket.seen if m["type"] == "step"] == list(range(since + 1, sync["seq"] + 1))


def test_while_people_play_the_delay_only_grows(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    table = new_table(ann, delay=5)
    assert ann.get(f"/api/tables/{table}")["delay"] == 5
    assert ann.post(f"/api/tables/{table}/settings", delay=3)["delay"] == 3
    ann.post(f"/api/tables/{table}/start")
    assert ann.status("POST", f"/api/tables/{table}/settings", delay=2) == 409
    assert ann.post(f"/api/tables/{table}/settings", delay=8)["delay"] == 8
    assert eve.status("POST", f"/api/tables/{table}/settings", delay=9) == 403
    alone = bots_table(ann, delay=5, pace=5)
    ann.post(f"/api/tables/{alone}/start")
    assert ann.post(f"/api/tables/{alone}/settings", delay=0)["delay"] == 0


@pytest.mark.parametrize("name", games.names())
def test_some_steps_ago_looks_as_it_looked_then(name: str) -> None:
    """In every game: what a newcomer is shown of the past is what one who was there saw, byte for byte."""
    match = Match(games.load(name), seed=5)
    history, syncs = History(match), dict[tuple[int, int], str]()
    eyes = (PUBLIC, EVERYTHING)
    for step in range(30):
        syncs |= {(gaze, history.latest[gaze]): history.sync("m", gaze, step - 1.0) for gaze in eyes}
        if match.outcome:
            break
        seat = match.position.acting[0]
        match.act(seat, match.position.legal(seat)[0], float(step))
        history.add(match.record[-1], float(step))
    for gaze in eyes:
        for behind in range(1, history.latest[gaze] + 1):
            seq = history.latest[gaze] - behind
            assert without_clocks(history.sync("m", gaze, 99.0, behind)) == without_clocks(syncs[gaze, seq]), (
                gaze,
                seq,
            )
        assert history.shown(gaze, KEPT) == 0


def without_clocks(sync: str) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(sync)
    del message["clocks"]
    return message


# --- replays ---------------------------------------------------------------------------------------------------------


def test_a_replay_through_one_seat_has_its_reasons_only() -> None:
    game = games.load("jaffre")
    match = Match(game, seed=1)
    for step in range(12):
        seat = match.position.acting[0]
        entry = match.acted(seat, match.position.legal(seat)[0], float(step), Reason(text=f"the secret of seat {seat}"))
        assert isinstance(entry, Acted)
        match.enter(entry)
    match.resign(0, 100.0)
    played = Played(Replay.of(match), game)
    played.play_on()
    for eyes in (EVERYTHING, PUBLIC, 0, 1, 2, 3):
        text = encode([played.page(eyes, 0, 100), played.index(eyes)]).decode()
        seen = {seat for seat in range(4) if f"the secret of seat {seat}" in text}
        assert seen == ({0, 1, 2, 3} if eyes == EVERYTHING else {eyes} - {PUBLIC})


def test_on_the_wire_a_seats_replay_has_its_reasons_only(visit: Visit, replay: str) -> None:
    ann = visit()
    everybody = [why for step in ann.steps(replay) for why in step["reasons"]]
    assert {why["seat"] for why in everybody} == {1, 2, 3}
    for seat in range(4):
        mine = [why for step in ann.steps(replay, seat) for why in step["reasons"]]
        assert mine == [why for why in everybody if why["seat"] == seat]
    assert not [why for step in ann.steps(replay, "public") for why in step["reasons"]]
