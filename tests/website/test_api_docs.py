"""The bot of docs/api.md sits down and plays; the requests that are named there exist."""

import os
import re
import sys
from pathlib import Path

from quintain.website.schema import schema
from tests.processes import PATIENCE, running
from tests.website.client import Visit, new_table

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def test_the_bot_of_the_docs_plays_a_match(visit: Visit, tmp_path: Path) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    script = tmp_path / "bot.py"
    script.write_text(block)
    ann, author = visit("Ann"), visit()
    author.post("/api/signup", name=f"Author {os.getpid()}", password="a long password")
    token = author.post("/api/me/tokens", label="my bot")["secret"]
    table = new_table(ann, options={"target": 8, "first_dealer": 3})
    ann.post(f"/api/tables/{table}/clear", seat=1)
    command = [sys.executable, str(script), ann.site.url, table, "1"]
    with running(command, env={**os.environ, "QUINTAIN_TOKEN": token}) as bot, ann.live(table) as socket:
        while socket.until("table")["table"]["seats"][1]["connected"] is False:
            pass
        ann.post(f"/api/tables/{table}/start")
        socket.play(0)
        scores = socket.seen[-1]["outcome"]["scores"]
        assert bot.communicate(timeout=PATIENCE) == (f"scores {scores}\n", "")


def test_the_schema_has_every_message_and_every_game() -> None:
    made = schema()
    assert {"FromClient", "FromServer", "TableInfo", "Sync", "StepMessage"} <= set(made["website"]["$defs"])
    assert made["games"]["jaffre"]["view"] == {"$ref": "#/$defs/View"}
    assert "dealt" in made["games"]["jaffre"]["event"]["discriminator"]["mapping"]


def test_every_documented_request_is_in_the_openapi_document(visit: Visit) -> None:
    paths = visit().get("/api/schema")["paths"]
    known = {re.sub(r"\{\w+\}", "ID", path) for path in paths}
    named = set(re.findall(r"`(?:GET |POST |PATCH |DELETE )+(/api/[\w/]+)", PAGE)) - {"/api/schema"}
    assert {re.sub("NAME", "ID", path) for path in named} <= known
