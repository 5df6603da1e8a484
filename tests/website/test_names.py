"""Names: nothing invisible in them, nobody looks like somebody else's account, and guests are marked."""

# ruff: noqa: RUF001 (letters that are taken for others are what this is about)

import itertools

import pytest

from quintain.website.names import TakenNames, clean_name, looks
from quintain.website.refusals import BadRequest, NotNow
from tests.website.client import Visit, eventually, new_table

PASSWORD = "correct horse battery"
numbers = itertools.count()


@pytest.mark.parametrize(
    "name",
    [
        "a\u200bb",
        "a\u00adb",
        "\u3164",
        "a\u115f",
        "\u2800",
        "a\u034fb",
        "a\ufe0fb",
        "a\U000e0101",
        "a\ue000",
        "\u0301a",
        "a\u0301\u0302\u0303",
        "paypаl",
        "Αnna",
        "Anna\u2066",
    ],
)
def test_names_that_deceive(name: str) -> None:
    with pytest.raises(BadRequest):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    ["Ünïcödé ♥ 漢字", "Анна", "Zoë", "Ó'Brien-Łukasz", "Αθηνά", "Việt", "さくら", "محمد", "x Анна", "R2D2", "🦊"],
)
def test_names_of_all_the_world(name: str) -> None:
    assert clean_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "copy",
    [
        "Nora Mill",
        "NORA MILL",
        "nora  mill",
        "Nora_Mill",
        "NoraMill.",
        "Nora MiII",
        "N0ra Mill",
        "Nоrа Мill",
        "Nora Mi11",
        "Νora Mill",
        "Ｎｏｒａ Mill",
        "𝐍𝐨𝐫𝐚 Mill",
        "Nora Mill'",
        "Ноra mill".replace("Н", "N"),
    ],
)
def test_copies_of_a_name(copy: str) -> None:
    with pytest.raises(NotNow, match="looks like"):
        TakenNames(["Nora Mill"]).check(copy)


def test_other_names_are_free() -> None:
    taken = TakenNames(["Anna", "Ali", "Player 1"])
    for name in ("Anne", "Hannah", "All", "Player 2", "Ana", "Анна"):
        taken.check(name)
    assert not looks("Anna") & looks("Ama")


def test_a_name_that_nothing_came_of_is_free_again() -> None:
    taken = TakenNames([])
    reserved = taken.add("Anna")
    with pytest.raises(NotNow):
        taken.add("anna")
    taken.give_back(reserved)
    taken.add("anna")
    with pytest.raises(NotNow, match="without an account"):
        taken.add("Guest 12")


def test_nobody_takes_the_looks_of_an_account(visit: Visit) -> None:
    name = f"Olga {next(numbers)}"
    olga, eve, guest = visit(), visit(), visit("Eve")
    assert olga.post("/api/signup", name=name, password=PASSWORD)["guest"] is False
    copy = name.replace("O", "0").replace(" ", "_")
    for status in (
        eve.status("POST", "/api/signup", name=copy, password=PASSWORD),
        eve.status("POST", "/api/guest", name=copy),
        eve.status("POST", "/api/guest", name=name),
        guest.status("PATCH", "/api/me", name=copy),
        guest.status("POST", "/api/signup", name=copy, password=PASSWORD),
    ):
        assert status == 409
    assert eve.status("POST", "/api/signin", name=name, password=PASSWORD) == 200


def test_guests_are_marked_at_tables_in_lists_and_in_replays(visit: Visit) -> None:
    ann, account = visit("Ann"), visit()
    account.post("/api/signup", name=f"Known {next(numbers)}", password=PASSWORD)
    table = new_table(ann, account)
    assert [seat["guest"] for seat in ann.get(f"/api/tables/{table}")["seats"]] == [True, False, False, False]
    waiting = next(row for row in account.get("/api/lobby")["tables"] if row["id"] == table)
    assert [seat["guest"] for seat in waiting["seats"]] == [True, False, False, False]
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        socket.send("resign", seat=0)
        match = socket.until("ended")["match"]
    listed = next(row for row in account.get("/api/me/matches") if row["id"] == match)
    for players in (account.get(f"/api/matches/{match}")["players"], listed["players"]):
        assert [player["sittings"][0]["guest"] for player in players] == [True] + [False] * 3


def test_a_guest_who_signs_up_is_marked_no_longer(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann)
    ann.post("/api/signup", name=f"Signed up {next(numbers)}", password=PASSWORD)
    assert ann.get(f"/api/tables/{table}")["seats"][0]["guest"] is False


def test_a_token_tells_when_it_was_last_used(visit: Visit) -> None:
    olga = visit()
    olga.post("/api/signup", name=f"Token {next(numbers)}", password=PASSWORD)
    secret = olga.post("/api/me/tokens", label="bot")["secret"]
    (before,) = olga.get("/api/me/tokens")
    assert before["last_used"] is None
    olga.http.get("/api/games", headers={"authorization": f"Bearer {secret}"})
    olga.http.get("/api/me", headers={"authorization": f"Bearer {secret}"})
    eventually(lambda: olga.get("/api/me/tokens")[0]["last_used"] is not None)
    assert olga.get("/api/me/tokens")[0]["last_used"] >= before["created"]
