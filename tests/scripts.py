"""Lets Python call the TypeScript of the pages, to hold what a board reckons by itself to the rules."""

import json
import subprocess
from pathlib import Path
from typing import Any, Self

import msgspec

import hatch_build
from tests.processes import PATIENCE

BUNDLER = "rolldown/bin/cli.mjs"
DRIVER = """
import * as script from "./script.mjs";
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const [name, given] = JSON.parse(line);
  const found = script[name];
  console.log(JSON.stringify((typeof found === "function" ? found(...given) : found) ?? null));
}
"""


class Script:
    """One module in a Node of its own."""

    def __init__(self, source: Path, folder: Path) -> None:
        bundle, driver = folder / "script.mjs", folder / "driver.mjs"
        hatch_build.run_tool(BUNDLER, [str(source), "--file", str(bundle), "--format", "esm"], f"bundle {source.name}")
        driver.write_text(DRIVER)
        node = hatch_build.node_and_npm()[0]
        self.process = subprocess.Popen([node, str(driver)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        try:
            self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()

    def __call__(self, name: str, *given: Any) -> Any:
        """What an exported function returns, or what an exported constant is."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([name, msgspec.to_builtins(given)]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())
