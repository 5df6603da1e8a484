"""Live play over real sockets, from the first click to the last card."""

import threading
from typing import Any

from quintain.website.history import KEPT
from tests.website.client import PATIENCE, Socket, Visit, cheapest, eventually, new_table


def test_quick_play_to_the_end(visit: Visit) -> None:
    browser = visit()
    seated = browser.post("/api/quickplay", game="jaffre", options={"target": 8, "first_dealer": 3})
    with browser.live(seated["table"]) as socket:
        steps = socket.play(seated["seat"])
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert steps[0]["type"] == "sync"
    assert {step["type"] for step in steps[1:]} == {"step"}
    ended = socket.seen[-1]
    assert ended["outcome"]["ending"] == "normal"
    match = browser.get(f"/api/matches/{ended['match']}")
    assert match["outcome"] == ended["outcome"]
    assert [player["sittings"][0]["kind"] for player in match["players"]] == ["person", "bot", "bot", "bot"]
    assert [row["id"] for row in browser.get("/api/me/matches")] == [ended["match"]]


def test_two_people_and_two_bots(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = new_table(ann, bob, options={"target": 8, "first_dealer": 3})
    sockets = [ann.live(table), bob.live(table)]
    for socket in sockets:
        socket.until("table")
    assert ann.post(f"/api/tables/{table}/start")["state"] == "playing"
    results: list[Any] = [None, None]
    threads = [threading.Thread(target=play_into, args=(results, sockets, seat)) for seat in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sockets[0].seen[-1]["outcome"] == sockets[1].seen[-1]["outcome"]
    for steps, seat in zip(results, (0, 1), strict=True):
        first = steps[0]["seq"]  # the other may have acted before one was told of the beginning
        assert [step["seq"] for step in steps] == list(range(first, first + len(steps)))
        assert first < 2
        assert {step["view"]["seat"] for step in steps} == {seat}


def play_into(results: list[Any], sockets: list[Socket], seat: int) -> None:
    results[seat] = sockets[seat].play(seat)


def test_a_reconnection_at_any_step_gets_exactly_what_is_missing(visit: Visit) -> None:
    browser = visit("Ann")
    table = browser.post("/api/quickplay", game="jaffre", options={"target": 8, "first_dealer": 3})["table"]
    with browser.live(table) as socket:
        whole = socket.play(0)
    match = whole[0]["match"]
    for since in range(max(0, len(whole) - KEPT), len(whole), 7):
        with browser.live(table, since=since, match=match) as again:
            again.until("ended")
            steps = [message for message in again.seen if message["type"] in ("sync", "step")]
            assert steps == whole[since + 1 :]
    with browser.live(table, since=3, match="another") as stranger:
        assert stranger.until("sync", "step")["seq"] == whole[-1]["seq"]
    with browser.live(table, since=10_000, match=match) as liar:
        assert liar.until("sync", "step")["type"] == "sync"


def test_whoever_has_missed_too_much_starts_afresh(visit: Visit) -> None:
    browser = visit("Ann")
    table = browser.post("/api/quickplay", game="jaffre", options={"target": 1000})["table"]
    socket = browser.live(table)
    match = socket.play(0, most=70)[0]["match"]
    with browser.live(table, since=0, match=match) as again:
        sync = again.until("sync", "step")
        assert sync["type"] == "sync"
        assert sync["seq"] > 256
        assert len(sync["lines"]) == len(sync["events"]) > 256  # all of it: the score sheet needs the first rounds


def test_a_bot_stands_in_for_a_person_who_leaves_and_gives_the_seat_back(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = new_table(ann, pace=0.05, options={"target": 200})
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        left = ann.post(f"/api/tables/{table}/leave")
        assert (left["seats"][0]["kind"], left["seats"][0]["person"]) == ("bot", ann.person["id"])
        socket.until("sync")
        while not any(event.get("seat") == 0 for event in socket.until("step")["events"]):
            pass
        socket.send("act", seq=0, seat=0, actions=[{"type": "skip"}])
        assert socket.until("error")["detail"] == "a bot plays for you; take your seat back first"
        assert bob.status("POST", f"/api/tables/{table}/takeback", seat=0) == 403
        back = ann.post(f"/api/tables/{table}/takeback", seat=0)
        assert (back["seats"][0]["kind"], back["host"]) == ("person", ann.person["id"])
    with ann.live(table) as socket:  # anew: the question may have come before the seat was hers again
        socket.play(0, most=3)
    ann.post(f"/api/tables/{table}/settings", pace=5)  # it goes on, and need not hurry


def test_a_person_who_stays_away_is_replaced_after_the_grace_time(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann, grace=0.3, pace=0.05)
    socket = ann.live(table)
    socket.until("table")
    ann.post(f"/api/tables/{table}/start")
    assert ann.get(f"/api/tables/{table}")["seats"][0]["away_until"] is None
    socket.close()
    eventually(lambda: ann.get(f"/api/tables/{table}")["seats"][0]["kind"] == "bot")


def test_a_host_who_stays_away_before_the_match_gives_up_the_seat(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = new_table(ann, bob, grace=0.5)
    host, other = ann.live(table), bob.live(table)
    for socket in (host, other):
        socket.until("table")
    host.close()
    while (seen := other.until("table")["table"])["host"] != bob.person["id"]:
        assert seen["seats"][1]["person"] == bob.person["id"]
    assert (seen["seats"][0]["kind"], seen["you"]["host"]) == ("empty", True)
    assert seen["seats"][1]["name"] == "Bob"
    assert ann.status("POST", f"/api/tables/{table}/start") == 403
    # With nobody left, whoever sits down next is host.
    other.close()
    eventually(lambda: ann.get(f"/api/tables/{table}")["host"] is None)
    assert ann.post(f"/api/tables/{table}/sit", seat=0)["host"] == ann.person["id"]


def test_a_host_who_comes_back_in_time_stays_host(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = new_table(ann, bob, grace=20)
    with bob.live(table) as other:
        with ann.live(table) as socket:
            socket.until("table")
        while other.until("table")["table"]["seats"][0]["away_until"] is None:
            pass
        with ann.live(table) as socket:
            info = socket.until("table")["table"]
            assert info["you"] == {"person": ann.person["id"], "seats": [0], "host": True}
            assert info["seats"][0]["away_until"] is None


def test_a_late_person_gets_default_actions_then_a_bot(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann, time_control={"limit": 0.2}, pace=0.01)
    with ann.live(table) as socket:
        ann.post(f"/api/tables/{table}/start")
        told: list[dict[str, Any]] = []
        while not told or told[-1]["type"] != "took over":
            events = socket.until("step")["events"]
            told += [event for event in events if event["type"] in ("warned", "took over")]
        assert [event.get("strikes") for event in told] == [1, 2, None]
        assert (told[-1]["seat"], told[-1]["ending"]) == (0, "out of time")
        eventually(lambda: ann.get(f"/api/tables/{table}")["seats"][0]["kind"] == "bot")


def test_rematch_and_resign(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann)
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        first = socket.until("sync")["match"]
        socket.send("resign", seat=0)
        ended = socket.until("ended")
        assert (ended["outcome"]["ending"], ended["outcome"]["stopped_by"]) == ("resigned", 0)
        assert ann.post(f"/api/tables/{table}/rematch")["state"] == "playing"
        second = socket.until("sync")
        assert second["match"] != first
        assert second["eyes"] == 0


def test_jaffre_is_silent(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre")["table"]
    with ann.live(table) as socket:
        socket.send("say", words="my partner, lead red")
        assert socket.until("error")["detail"] == "Jaffre is played in silence"
        socket.send("phrase", id="hello")
        assert socket.until("error")["error"] == "illegal"
    assert ann.get("/api/games/jaffre")["phrases"] == []


def test_the_host_arranges_the_table(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.table()["id"]
    path = f"/api/tables/{table}"
    ann.post(f"{path}/sit", seat=0)
    bob.post(f"{path}/sit", seat=2)
    assert bob.post(f"{path}/sit", seat=1)["you"]["seats"] == [1]
    assert ann.status("POST", f"{path}/sit", seat=1) == 409
    assert ann.status("POST", f"{path}/start") == 409
    for seat in (2, 3):
        ann.post(f"{path}/bot", seat=seat, player="advanced")
    seats = ann.post(f"{path}/swap", a=1, b=2)["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Bot 3 (advanced)", "Bob", "Bot 4 (advanced)"]
    assert ann.post(f"{path}/clear", seat=2)["seats"][2]["kind"] == "empty"
    bob.post(f"{path}/sit", seat=2)
    assert ann.post(f"{path}/leave")["host"] == bob.person["id"]
    assert ann.status("POST", f"{path}/start") == 403


def test_bots_at_a_table_are_house_bots_only(visit: Visit, tmp_path: Any) -> None:
    ann = visit("Ann")
    table = ann.table()["id"]
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')")
    for player in (str(trap), "exec:ls", "nobody", "search:iterations=100000000", "search:nothing=1", "../x"):
        assert ann.status("POST", f"/api/tables/{table}/bot", seat=0, player=player) == 422, player
    assert not (tmp_path / "sprung").exists()


def test_a_bot_only_table_shows_everything_and_its_reasons(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit()
    table = ann.table(options={"target": 8}, pace=0.01)["id"]
    for seat in range(4):
        ann.post(f"/api/tables/{table}/bot", seat=seat, player="advanced")
    with eve.live(table) as socket, eve.live(table, eyes=2) as second:
        ann.post(f"/api/tables/{table}/start")
        assert socket.until("sync")["eyes"] == "all"
        assert socket.until("step")["view"]["hands"] is not None
        sync = second.until("sync")
        assert (sync["eyes"], sync["view"]["seat"]) == (2, 2)
        socket.until("ended")
        second.until("ended")
    assert any(message.get("reasons") for message in socket.seen)


def test_the_pace_is_the_hosts(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = new_table(ann)
    with ann.live(table) as socket, bob.live(table) as other:
        other.until("table")
        socket.until("table")
        other.send("pace", pace=2)
        assert other.until("error")["error"] == "seat"
        socket.send("pace", pace=2)
        assert socket.until("table")["table"]["pace"] == 2


def test_a_stale_or_foreign_action_changes_nothing(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre", options={"first_dealer": 3})["table"]
    with ann.live(table) as socket:
        first = socket.until("sync")
        choice = cheapest(first["legal"])
        socket.send("act", seq=first["seq"], seat=2, actions=[choice["action"]])
        assert socket.until("error")["error"] == "seat"
        socket.send("act", seq=first["seq"], seat=0, actions=[{"type": "play", "card": {"color": "red", "value": 9}}])
        assert socket.until("error")["error"] == "message"
        socket.send("act", seq=first["seq"] + 5, seat=0, actions=[choice["action"]])
        assert socket.until("error")["error"] == "stale"
        socket.send("act", seq=first["seq"], seat=0, actions=[choice["action"]])
        socket.send("act", seq=first["seq"], seat=0, actions=[choice["action"]])
        assert socket.until("error")["error"] in ("stale", "turn")
        steps = [message for message in socket.seen if message["type"] == "step"]
        mine = [event for step in steps for event in step["events"] if event.get("seat") == 0]
        assert len(mine) == 1
