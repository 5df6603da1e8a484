"""The line to the arena: one JSON object a line, both ways. You need not change anything here."""

import json
import sys


def play(decide):
    """Answer every turn with what decide(turn) returns: an action or a list of actions, and a reason; or one action."""
    hello = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            hello = message  # the options, everybody's team and role, our seat, the time control
            send({"type": "ready", "protocol": 1})
        elif message["type"] == "turn":
            message["hello"] = hello
            answer = decide(message)
            actions, reason = (answer, "") if isinstance(answer, dict) else answer
            actions = actions if isinstance(actions, list) else [actions]
            send({"type": "act", "number": message["number"], "actions": actions, "reason": reason})
        elif message["type"] == "error":
            print(message["why"], file=sys.stderr)  # you find it in the bot's log
        elif message["type"] == "end":
            return


def send(message):
    # Flushed, or the arena would wait for what is still in our buffer.
    print(json.dumps(message), flush=True)
