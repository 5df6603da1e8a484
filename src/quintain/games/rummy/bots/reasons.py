"""Why a bot of the house did what it did, in a sentence and the numbers behind it."""

from quintain.core.bot import Turn
from quintain.games.rummy.actions import KEYS, Action, Allow, Buy, Draw, GoDown, GoOut, LayOff, Pass, Take
from quintain.games.rummy.bots.traits import (
    BLUFFED,
    COST,
    DICE,
    FAR,
    HELP,
    NEAR,
    PUBLISHED,
    SAVED,
    SOON,
    VALUE,
    WITH,
    Mind,
)
from quintain.games.rummy.rules.state import KINDS, ROUNDS
from quintain.games.rummy.words import many

MOST_NEEDS = 3  # cards that are named


def explain(turn: Turn, actions: list[Action], mind: Mind) -> None:
    if mind.traits.depth == PUBLISHED and turn.seen.state.contract != ROUNDS:
        published(turn, actions[0], mind)
    elif isinstance(actions[0], Take | Draw | Allow | Buy | Pass):
        about_discard(turn, actions[0], mind)
    else:
        about_turn(turn, actions, mind)


def published(turn: Turn, action: Action, mind: Mind) -> None:
    words: dict[type, str] = {
        Take: "takes the discard",
        Buy: "asks for the discard",
        Pass: "does not want the discard",
        Draw: "leaves the discard",
        Allow: "leaves the discard",
        GoDown: "goes down",
        GoOut: "goes out",
        LayOff: "lays off",
    }
    numbers = {"value": mind.numbers[VALUE]}
    if isinstance(action, Take | Draw | Allow | Buy | Pass):
        numbers |= {"with_discard": mind.numbers[WITH], "dice": mind.numbers[DICE]}
    turn.explain(words.get(type(action), "cannot lay down anything"), **numbers)


def about_discard(turn: Turn, action: Action, mind: Mind) -> None:
    far, near = mind.numbers[FAR], mind.numbers[NEAR]
    wanted = isinstance(action, Take | Buy)
    if mind.numbers[BLUFFED]:
        text = "takes the discard to mislead" if wanted else "leaves the discard, whatever it is"
    elif turn.seen.state.down >> turn.seat & 1:
        text = "the discard can be laid off" if wanted else "the discard fits no meld"
    elif wanted and near < far:
        text = f"wants the discard: it lacked {many(int(far), 'card')} and then lacks {int(near)}"
    elif wanted:
        text = "takes the discard to keep it from others"
    else:
        text = "leaves the discard to others" if near < far else "the discard does not bring it nearer"
    turn.explain(text, far=far, near=near)


def about_turn(turn: Turn, actions: list[Action], mind: Mind) -> None:
    numbers = {"far": mind.numbers[FAR], "point_costs": mind.numbers[COST]}
    if isinstance(actions[0], GoOut):
        turn.explain("every card lies in a run", **numbers)
        return
    laid = sum(isinstance(action, LayOff) for action in actions)
    parts = ["goes down"] if isinstance(actions[0], GoDown) else []
    parts += [f"lays off {many(laid, 'card')}"] if laid else []
    if mind.numbers[SAVED]:
        parts.append(f"saves {many(int(mind.numbers[SAVED]), 'joker')} for a card between")
        numbers["saved"] = mind.numbers[SAVED]
    if not turn.seen.state.down >> turn.seat & 1 and not isinstance(actions[0], GoDown):
        parts.append(f"keeps a hand that lacks {many(int(mind.numbers[FAR]), 'card')}{needed(mind)}")
        numbers |= {"help": mind.numbers[HELP], "soon": mind.numbers[SOON]}
    if mind.numbers[BLUFFED]:
        parts.append("and throws an odd card")
        numbers["bluff"] = 1.0
    turn.explain(", ".join(parts) or "nothing fits, so the dearest card goes", **numbers)


def needed(mind: Mind) -> str:
    """The cards that would help, the likeliest first."""
    kinds = sorted((kind for kind in range(KINDS + 1) if mind.needs[kind] > 0), key=lambda kind: -mind.needs[kind])
    named = [f"{name_of(kind)} {mind.needs[kind]:.0%}" for kind in kinds[:MOST_NEEDS]]
    return f" ({', '.join(named)}{', …' if len(kinds) > MOST_NEEDS else ''})" if named else ""


def name_of(kind: int) -> str:
    return "a joker" if kind == KINDS else KEYS[kind].rpartition("-")[0]
