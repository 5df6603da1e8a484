"""Moments of matches at which somebody must act, one for every board, role and phase that looks different."""

from collections.abc import Callable
from typing import Any

import msgspec

from quintain.core.position import Position
from tests.games.rummy.tables import played, table
from tests.website.client import LONG
from tests.website.visitor import Visitor

Scene = Callable[[Visitor], None]  # brings a person to the moment

CAPTAIN, FIRST_MATE, ENGINEER, RADIO_OPERATOR = range(4)
SEA: dict[str, Any] = {"map": "alpha", "first_team": "blue"}  # the largest chart
ACT = "[data-act]"


def sit_down(
    visitor: Visitor, game: str, bots: str, seats: tuple[int, ...] = (0,), pace: float = 0, **options: Any
) -> None:
    """A table whose host holds these seats, and the match begins."""
    visitor.post("/api/guest", name="Hanna Longname")
    made = visitor.post("/api/tables", game=game, options=options, pace=pace, time_control=LONG)
    path = f"/api/tables/{made['id']}"
    for seat in seats:
        visitor.post(f"{path}/sit", seat=seat, also=True)
    visitor.post(f"{path}/fill", player=bots)
    visitor.post(f"{path}/start")
    visitor.open(f"/tables/{made['id']}")


# --- jaffre ----------------------------------------------------------------------------------------------------------


def jaffre_betting(visitor: Visitor) -> None:
    sit_down(visitor, "jaffre", "beginner", first_dealer=3)
    visitor.page.locator(".auction button").first.wait_for()


def jaffre_playing(visitor: Visitor) -> None:
    jaffre_betting(visitor)
    visitor.act()
    visitor.page.locator(".hand button.legal").first.wait_for()


# --- admiral ---------------------------------------------------------------------------------------------------------


def placing(visitor: Visitor, seats: tuple[int, ...] = (CAPTAIN,)) -> None:
    sit_down(visitor, "admiral", "chance", seats, **SEA)
    visitor.page.locator("[data-cell]").first.wait_for()


def placed(visitor: Visitor, seats: tuple[int, ...] = (CAPTAIN,)) -> None:
    """The cell is chosen, and waits for a second thought."""
    placing(visitor, seats)
    visitor.page.locator("[data-cell]").nth(40).click()
    visitor.page.locator(".confirm button").first.wait_for()


def steering(visitor: Visitor, seats: tuple[int, ...] = (CAPTAIN,)) -> None:
    placed(visitor, seats)
    visitor.page.locator(".confirm button").first.click()
    visitor.page.get_by_role("group", name="Courses").locator("button.open").first.wait_for()


def both(visitor: Visitor) -> None:
    """Captain and engineer in one: the course is set, and the engineer must mark."""
    steering(visitor, (CAPTAIN, ENGINEER))
    visitor.page.get_by_role("group", name="Courses").locator("button.open").first.click()
    marking_is_due(visitor)


def charging(visitor: Visitor) -> None:
    sit_down(visitor, "admiral", "chance", (FIRST_MATE,), **SEA)
    visitor.page.get_by_role("button", name="Charge").first.wait_for()


def marking(visitor: Visitor) -> None:
    sit_down(visitor, "admiral", "chance", (ENGINEER,), **SEA)
    marking_is_due(visitor)


def marking_is_due(visitor: Visitor) -> None:
    visitor.page.locator("[data-node].open, .open[data-node]").first.wait_for()


def listening(visitor: Visitor) -> None:
    # Nobody waits for a radio operator, so the others take their time.
    sit_down(visitor, "admiral", "chance", (RADIO_OPERATOR,), pace=1, **SEA)
    visitor.page.get_by_role("group", name="Position report").wait_for()


# --- planets ---------------------------------------------------------------------------------------------------------


def choosing(visitor: Visitor, **options: Any) -> None:
    sit_down(visitor, "planets", "prospector", **({"map": "duel"} | options))  # the same sky each time
    visitor.page.locator(".planet.own").first.wait_for()
    visitor.page.locator(".plays.yours").wait_for()


def amount(visitor: Visitor, **options: Any) -> None:
    choosing(visitor, **options)
    visitor.page.locator(".planet.own").first.click()
    visitor.page.locator(".planet:not(.own)").first.click()
    visitor.page.get_by_role("group", name="How many ships").wait_for()


# --- rummy -----------------------------------------------------------------------------------------------------------


def rummy(players: int, action: str) -> Scene:
    """At a table of so many, until this can be done; the last contract has the largest hands."""

    def scene(visitor: Visitor) -> None:
        sit_down(visitor, "rummy", "generous", players=players, first_round=6)
        page = visitor.page
        wanted = page.locator(f"[data-action={action}]")
        first = page.locator("[data-action=buy], [data-action=pass], [data-action=draw], [data-action=take]")
        for _ in range(100):
            wanted.or_(first.first).first.wait_for()
            if wanted.count():
                return
            before = visitor.moment()
            page.locator("[data-action=pass], [data-action=draw]").first.click()
            visitor.wait_for_news(before)
        raise AssertionError(f"nobody may {action}")

    return scene


def throwing_away(players: int) -> Scene:
    def scene(visitor: Visitor) -> None:
        rummy(players, "compose")(visitor)
        visitor.page.locator(".hand button").last.click()
        visitor.page.locator("[data-action=discard]").wait_for()

    return scene


def laying_down(players: int) -> Scene:
    def scene(visitor: Visitor) -> None:
        rummy(players, "compose")(visitor)
        visitor.page.locator("[data-action=compose]").click()
        visitor.page.locator(".hand button").last.click()

    return scene


def shown(position: Position, players: int) -> Scene:
    """A moment that chance would seldom bring about: the page is shown it in the place of what there is."""
    game = position.game
    legal = [{"action": msgspec.to_builtins(each), "text": str(each)} for each in position.legal(0)]

    def rewrite(message: dict[str, Any]) -> None:
        if message["type"] in ("sync", "step"):
            message |= {"view": msgspec.to_builtins(position.view(0)), "legal": legal}

    def scene(visitor: Visitor) -> None:
        visitor.rewrite_messages(rewrite)
        sit_down(visitor, game.name, "generous", players=players)
        visitor.page.locator(ACT).first.wait_for()

    return scene


def laying_off(visitor: Visitor) -> None:
    melds = {0: ("9s 9h 9d", "Js Jh Jd"), **dict.fromkeys(range(1, 5), ("7h 7c 7d", "2h 2c 2d 2s"))}
    shown(table("7s Kc 4d 3s Ac 3c 5d 6d 8d 10d Jc Qd Kh", players=10, melds=melds), players=10)(visitor)
    visitor.page.locator("[data-card='7-spades-0']").click()
    visitor.page.get_by_role("group", name="Add it to").wait_for()


def letting_others_buy(visitor: Visitor) -> None:
    asking = table("7h 7c 9s 9h Kc 4d 2s 3s 4s 5s 6s 8h 10h", phase="asking", pile="3s Qh", players=10, round=7)
    asked = played(asking, *((seat, "buy") for seat in range(1, 9)), (9, "pass"))
    shown(asked, players=10)(visitor)
    visitor.page.locator("[data-action=allow]").wait_for()


# --- bottlebats ------------------------------------------------------------------------------------------------------


def commanding(visitor: Visitor) -> None:
    sit_down(visitor, "bottlebats", "onebyone", map="octagon", players=4)
    visitor.page.locator(".castle.own").first.wait_for()


def counting_soldiers(visitor: Visitor) -> None:
    commanding(visitor)
    visitor.page.locator(".castle.own").first.click()
    visitor.page.locator(".castle.open").first.click()
    visitor.page.get_by_role("group", name="How many soldiers").wait_for()


def seeing_everything(visitor: Visitor) -> None:
    sit_down(visitor, "bottlebats", "onebyone", map="generated", players=4, fog="off")
    visitor.page.locator(".castle.own").first.wait_for()


SCENES: dict[str, Scene] = {
    "jaffre, betting": jaffre_betting,
    "jaffre, playing": jaffre_playing,
    "admiral, placing": placing,
    "admiral, placed": placed,
    "admiral, steering": steering,
    "admiral, captain and engineer": both,
    "admiral, first mate": charging,
    "admiral, engineer": marking,
    "admiral, radio operator": listening,
    "planets, choosing": choosing,
    "planets, amount": amount,
    "planets, amount among many": lambda visitor: amount(visitor, map="archipelago", players=4),
    "rummy, two asking": rummy(2, "draw"),
    "rummy, four laying down": laying_down(4),
    "rummy, four discarding": throwing_away(4),
    "rummy, ten asking": rummy(10, "pass"),
    "rummy, ten laying down": laying_down(10),
    "rummy, ten laying off": laying_off,
    "rummy, ten letting others buy": letting_others_buy,
    "bottlebats, commanding": commanding,
    "bottlebats, counting soldiers": counting_soldiers,
    "bottlebats without fog": seeing_everything,
}
