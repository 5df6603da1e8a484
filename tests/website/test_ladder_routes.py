"""The reading routes of the contest: ladders, pages of players, what rated matches did, and the television."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.website.client import Browser, Site, eventually
from tests.website.contest import GAME, HOUSE, MARKUP, OWNER, PASSWORD, Contest, filled


@pytest.fixture(scope="module")
def contest_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Contest]]:
    database = tmp_path_factory.mktemp("contest") / "quintain.db"
    contest = filled(database)
    with Site(database, pace=3.0) as running:
        yield running, contest


@pytest.fixture
def contest(contest_site: tuple[Site, Contest]) -> Contest:
    return contest_site[1]


@pytest.fixture
def nobody(contest_site: tuple[Site, Contest]) -> Iterator[Browser]:
    with Browser(contest_site[0]) as browser:
        yield browser


@pytest.fixture
def owner(contest_site: tuple[Site, Contest]) -> Iterator[Browser]:
    with Browser(contest_site[0]) as browser:
        browser.post("/api/signin", name=OWNER, password=PASSWORD)
        yield browser


def ladder(browser: Browser, **wishes: Any) -> dict[str, Any]:
    query = "&".join(f"{name}={quote(str(value))}" for name, value in wishes.items())
    return dict(browser.get(f"/api/ladder/{GAME}?{query}"))


def names(page: dict[str, Any]) -> list[str]:
    return [row["player"]["name"] for row in page["rows"]]


# --- the ladder ------------------------------------------------------------------------------------------------------


def test_the_ladder_has_everybody_by_rating_and_newcomers_last(nobody: Browser) -> None:
    page = ladder(nobody)
    rated = [row["rating"]["points"] for row in page["rows"] if row["rating"]["matches"]]
    assert rated == sorted(rated, reverse=True)
    assert [row["place"] for row in page["rows"]] == list(range(1, page["total"] + 1))
    assert page["rows"][-1]["rating"]["matches"] == 0
    assert {*HOUSE, "Trickster", MARKUP, "Ann Onymous"} <= set(names(page))
    assert names(page).count("Trickster") == 1, "of its versions, the one that plays"
    assert page["low"] < rated[-1] <= rated[0] < page["high"]


def test_rows_tell_whose_and_in_which_language(nobody: Browser, contest: Contest) -> None:
    row = next(row for row in ladder(nobody)["rows"] if row["player"]["name"] == "Trickster")
    assert (row["owner"], row["language"]) == (OWNER, "C")
    assert row["player"]["page"] == f"/bots/{contest.bot}"
    assert 0 < len(row["form"]) <= 6
    assert set(row["form"]) <= {"won", "drawn", "lost"}


def test_bosses_are_borders(nobody: Browser) -> None:
    rows = {row["player"]["name"]: row for row in ladder(nobody)["rows"]}
    assert rows["shark"]["boss"] == "Champion"
    assert rows["chance"]["boss"] is None
    assert rows["Trickster"]["league"] in ("Novice", "Squire", "Knight", "Champion")


@pytest.mark.parametrize(
    ("among", "kinds"), [("people", {"person"}), ("house", {"bot"}), ("programs", {"program"}), ("all", None)]
)
def test_the_ladder_can_be_filtered(nobody: Browser, among: str, kinds: set[str] | None) -> None:
    everybody = {row["player"]["id"]: row["place"] for row in ladder(nobody)["rows"]}
    page = ladder(nobody, among=among)
    found = {row["player"]["kind"] for row in page["rows"]}
    assert found == (kinds or {"person", "bot", "program"})
    assert all(everybody[row["player"]["id"]] == row["place"] for row in page["rows"]), "places are among all"


def test_names_and_owners_are_found(nobody: Browser) -> None:
    assert names(ladder(nobody, name="TRICK")) == ["Trickster"]
    assert names(ladder(nobody, name=OWNER)) == ["Trickster"]
    assert names(ladder(nobody, name="nobody of this name")) == []


def test_pages_of_the_ladder(nobody: Browser) -> None:
    everything = ladder(nobody)
    rest = ladder(nobody, first=3)
    assert rest["rows"] == everything["rows"][3:]
    assert rest["total"] == everything["total"]
    assert ladder(nobody, first=1000)["rows"] == []


@pytest.mark.parametrize("query", ["among=cats", "first=-1", "first=x", "season=x", f"name={'x' * 61}"])
def test_wishes_that_make_no_sense_are_refused(nobody: Browser, query: str) -> None:
    answer = nobody.request("GET", f"/api/ladder/{GAME}?{query}")
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


def test_there_is_no_ladder_of_another_game(nobody: Browser) -> None:
    assert nobody.status("GET", "/api/ladder/halma") == 404


def test_the_latest_matches_stand_beside_it(nobody: Browser, contest: Contest) -> None:
    latest = ladder(nobody)["latest"]
    assert [one["match"]["id"] for one in latest] == contest.matches[:-7:-1]
    for one in latest:
        first, second = one["changes"]
        assert first["after"] >= first["before"], "the winner comes first"
        assert second["after"] <= second["before"]


def test_the_best_of_every_game(nobody: Browser) -> None:
    tops = {top["game"]: top for top in nobody.get("/api/ladder")}
    assert names(tops[GAME]) == names(ladder(nobody))[:3]
    assert tops[GAME]["players"] == ladder(nobody)["total"]


# --- players ---------------------------------------------------------------------------------------------------------


def test_the_page_of_a_bot(nobody: Browser, contest: Contest) -> None:
    page = nobody.get(f"/api/bots/{contest.bot}")
    assert (page["player"]["name"], page["owner"]["name"], page["language"]) == ("Trickster", OWNER, "C")
    assert [version["number"] for version in page["versions"]] == [3, 2, 1], "what was refused is the owner's business"
    assert [version["active"] for version in page["versions"]] == [True, False, False]
    assert [course["label"] for course in page["courses"]] == ["version 1", "version 2", "version 3"]
    assert page["courses"][2]["points"][-1]["points"] == page["rating"]["points"]
    assert page["slowest"] == sorted(page["slowest"], key=lambda one: -one["seconds"])
    assert page["league"]
    assert page["ahead"]
    assert not page["yours"]
    wins = sum(one["won"] for one in page["opponents"])
    assert wins, "it has won against somebody"
    assert all(0 < one["expected"] < 1 for one in page["opponents"] if one["expected"] is not None)


def test_the_owner_sees_more(owner: Browser, contest: Contest) -> None:
    page = owner.get(f"/api/bots/{contest.bot}")
    assert page["yours"]
    assert [version["state"] for version in page["versions"]] == ["refused", "ready", "ready", "ready"]
    assert not owner.get(f"/api/bots/{contest.other}")["yours"]


def test_a_version_has_the_page_of_its_bot(nobody: Browser, contest: Contest) -> None:
    assert nobody.get(f"/api/players/program:{contest.bot}-0")["bot"] == contest.bot


def test_the_page_of_a_house_bot(nobody: Browser, contest: Contest) -> None:
    page = nobody.get(f"/api/players/{contest.house}")
    assert (page["player"]["kind"], page["game"], page["bot"]) == ("bot", GAME, None)
    assert "Champion" in page["ahead"], "it is the boss of that league"
    assert page["latest"]


def test_the_page_of_a_person(nobody: Browser, contest: Contest) -> None:
    page = nobody.get("/api/players/person:rated-ann")
    assert (page["player"]["name"], page["games"]) == ("Ann Onymous", [GAME])
    assert page["slowest"] == [], "how long people think is theirs"
    own = nobody.get(f"/api/players/person:{contest.owner}")
    assert (own["game"], own["rating"], [bot["name"] for bot in own["bots"]]) == (None, None, ["Trickster"])


def test_a_house_bot_that_has_not_played_yet_has_a_page(nobody: Browser) -> None:
    page = nobody.get(f"/api/players/bot:{GAME}:2:{quote('rollout:worlds=20')}")
    assert (page["place"], page["latest"]) == (None, [])


@pytest.mark.parametrize(
    "path",
    [
        "bots/none",
        "players/person:none",
        "players/bot:jaffre:2:none",
        "players/bot:x",
        "players/x",
        "players/program:x",
    ],
)
def test_unknown_players_are_not_there(nobody: Browser, path: str) -> None:
    assert nobody.status("GET", f"/api/{path}") == 404


# --- matches ---------------------------------------------------------------------------------------------------------


def test_a_rated_match_tells_what_it_did(nobody: Browser, contest: Contest) -> None:
    match = nobody.get(f"/api/matches/{contest.matches[-1]}")
    assert match["rated"]
    assert len(match["changes"]) == 2
    pages = {player["page"] for player in match["players"]}
    assert {nobody.get(f"/api{page}")["player"]["id"] for page in pages} == {
        change["player"]["id"] for change in match["changes"]
    }


def test_the_slowest_decision_of_a_seat(nobody: Browser, contest: Contest) -> None:
    id = contest.matches[-1]
    found = nobody.get(f"/api/matches/{id}/slowest?seat=1")
    steps = nobody.steps(id)
    assert steps[found["step"]]["entry"]["seat"] == 1
    assert nobody.status("GET", f"/api/matches/{id}/slowest?seat=9") == 404
    assert nobody.status("GET", f"/api/matches/{id}/slowest?seat=-1") in (400, 422)
    assert nobody.status("GET", "/api/matches/none/slowest?seat=0") == 404


# --- the television --------------------------------------------------------------------------------------------------


def test_bots_play_while_somebody_looks_and_one_table_is_enough(nobody: Browser) -> None:
    def on() -> Any:
        channels = {channel["game"]: channel for channel in nobody.get(f"/api/tv?game={GAME}")}
        return channels[GAME]["table"]

    eventually(on)
    table = on()
    assert {seat["kind"] for seat in table["seats"]} == {"bot"}
    running = [one for one in nobody.get("/api/lobby")["running"] if one["game"] == GAME]
    assert len(running) == 1


def test_nobody_looks_at_a_game_that_is_not_there(nobody: Browser) -> None:
    assert nobody.status("GET", "/api/tv?game=halma") == 404
