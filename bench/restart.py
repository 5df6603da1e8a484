"""How soon a server answers again after kill -9, with many matches under way.

    PYTHONPATH=. python bench/restart.py --tables 24 --steps 400

Makes a database with so many running matches, each with a journal of so many lines, starts a server over it, and
measures from the start of the process: until its address is printed, until the first request is answered, until a table
that nobody has asked for so far sends its view, and until all of them have. The processor time is the server's.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

import httpx

from tests.website.client import QUINTAIN, Browser, Site
from tests.website.stored import stored_tables


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--game", default="jaffre")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options = {"target": 1000} if wishes.game == "jaffre" else {}
        tables = stored_tables(Path(folder), wishes.tables, wishes.steps, wishes.game, **options)
        measure(Path(folder) / "quintain.db", tables)


def measure(database: Path, tables: list[str]) -> None:
    Site.compiled.add(QUINTAIN)  # do not wait for it: that is what is measured
    began = time.monotonic()
    with Site(database, command=QUINTAIN) as site:
        report("address printed", began, site)
        httpx.get(f"{site.url}/api/lobby", timeout=60).raise_for_status()
        report("first request answered", began, site)
        with Browser(site, "Ann") as ann:
            for words, id in (("a table that was asked for", tables[-1]), *(("", id) for id in tables)):
                with ann.live(id) as socket:
                    socket.until("sync")
                if words:
                    report(words, began, site)
        report(f"all {len(tables)} tables", began, site)


def report(words: str, began: float, site: Site) -> None:
    print(f"{words:28} {time.monotonic() - began:6.2f} s   {processor_time(site.process.pid):6.2f} s of a processor")


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
