"""Programs that do everything wrong: how, how it ends, and what their owners must read."""

from quintain.core.outcome import Ending
from tests.arbiter.programs.seats import ACT, script

STUCK = "sleep 1000"

# How it misbehaves when it is asked for the first time; the ending; and words that its owner must read.
BAD = {
    "silent": (script(turn=STUCK), Ending.OUT_OF_TIME, "did not answer"),
    "half a line": (script(turn=f'printf \'{{"type":"act"\'; {STUCK}'), Ending.OUT_OF_TIME, "did not answer"),
    "stops itself": (script(turn="kill -STOP $$"), Ending.OUT_OF_TIME, "did not answer"),
    "spins": (script(turn="while :; do :; done"), Ending.OUT_OF_TIME, "did not answer"),
    "ends": (script(turn="exit 3"), Ending.CRASHED, "exit status 3"),
    "ends well": (script(turn="exit 0"), Ending.CRASHED, "before the match did"),
    "is killed": (script(turn="kill -9 $$"), Ending.CRASHED, "SIGKILL"),
    "ends as if it were killed": (script(turn="exit 137"), Ending.CRASHED, "SIGKILL"),
    "closes its output": (script(turn=f"exec >&-; {STUCK}"), Ending.CRASHED, "closed its output"),
    "leaves a daemon and ends": (script(turn=f"(setsid {STUCK} &); exit 6"), Ending.CRASHED, "exit status 6"),
    "leaves a daemon and is silent": (
        script(turn=f"(setsid {STUCK} &); {STUCK}"),
        Ending.OUT_OF_TIME,
        "did not answer",
    ),
    "leaves a child with its pipe": (script(turn=f"{STUCK} & exit 4"), Ending.CRASHED, "exit status 4"),
    "is not JSON": (script(turn="echo show 1"), Ending.ILLEGAL, "not JSON"),
    "is no message": (script(turn="""echo '{"type":"move"}'"""), Ending.ILLEGAL, "no message of quintain-json"),
    "is binary": (script(turn=r"printf '\377\000\376\n'"), Ending.ILLEGAL, "not JSON"),
    "has no end of line": (script(turn="cat /dev/zero"), Ending.ILLEGAL, "a line of more than"),
    "has no end": (script(turn="yes ''"), Ending.ILLEGAL, "for one answer"),
    "does nothing": (script(turn="""echo '{"type":"act","number":'$n'}'"""), Ending.ILLEGAL, "neither action"),
    "does too much": (
        script(turn="""echo '{"type":"act","number":'$n',"action":"show 1","actions":["show 2"]}'"""),
        Ending.ILLEGAL,
        "both action and actions",
    ),
    "answers the future": (script(turn="""echo '{"type":"act","number":99}'"""), Ending.ILLEGAL, "question 99"),
    "breaks the rules": (
        script(turn=ACT.replace('"fingers":1', '"fingers":9')),
        Ending.ILLEGAL,
        "no message of quintain-json",
    ),
    "speaks in tongues": (script(turn=ACT.replace('{"type":"show","fingers":1}', '"wave"')), Ending.ILLEGAL, "show 3"),
    "is of yesterday": (
        script(greeting="""echo '{"type":"ready","protocol":0}'"""),
        Ending.ILLEGAL,
        "version 0 of quintain-json, an older one",
    ),
    "is of tomorrow": (
        script(greeting="""echo '{"type":"ready","protocol":2}'"""),
        Ending.ILLEGAL,
        "version 2 of quintain-json, a newer one",
    ),
    "talks and ends": ("echo hello", Ending.ILLEGAL, "hello"),
    "talks when it is asked and ends": (script(turn="echo hello; exit 3"), Ending.ILLEGAL, "hello"),
    "never starts": ("exit 5", Ending.CRASHED, "exit status 5"),
}

# What floods us: how it goes on, and words of the ending if it does not play to the end of the match.
FLOODS = {
    "1 GB without an end of line": (script(turn=f"head -c 1000000000 /dev/zero; {STUCK}"), "a line of more than"),
    "10 million short lines": (script(turn=f"yes '' | head -n 10000000; {STUCK}"), "for one answer"),
    "10 million lines that nobody asked for": (script(turn=f"{ACT}; yes no | head -n 10000000"), "not JSON"),
    "a log without end": (script(before="yes some words >&2 &\n"), ""),
    "a long line in the log": (script(before="head -c 1000000000 /dev/zero >&2 &\n"), ""),
}
