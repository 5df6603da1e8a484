// A trail as a line: the view has its cells, the courses that everybody heard tell their order.
import type { Report } from "../wire";
import { DIRECTIONS, beside } from "./chart";
import { LONGEST_STEALTH } from "./printed";
import type { Direction } from "./words";

const BACK: Record<Direction, Direction> = { north: "south", south: "north", east: "west", west: "east" };

/** The reports since the boat was last at the surface. */
export function sinceSurfacing(heard: Report[]): Report[] {
  return heard.slice(heard.findLastIndex((report) => report.kind === "surfaced") + 1);
}

/** The cells in the order in which the boat went, or nothing if they cannot be put in one. */
export function inOrder(cell: string, trail: string[], heard: Report[]): string[] {
  const moves = sinceSurfacing(heard).filter((report) => report.kind === "course" || report.kind === "stealth");
  const left = new Set(trail);
  left.delete(cell);
  return back([cell], left, moves)?.reverse() ?? [];
}

function back(path: string[], left: Set<string>, moves: Report[]): string[] | null {
  const move = moves.at(-1);
  if (!move) return left.size ? null : path;
  const earlier = moves.slice(0, -1);
  if (move.direction) return along(path, left, BACK[move.direction], 1, earlier);
  for (const direction of DIRECTIONS) {
    for (let steps = LONGEST_STEALTH; steps > 0; steps--) {
      const found = along(path, left, direction, steps, earlier);
      if (found) return found;
    }
  }
  return back(path, left, earlier);
}

function along(path: string[], left: Set<string>, direction: Direction, steps: number, moves: Report[]): string[] | null {
  const from = path.at(-1) ?? "";
  const cells = Array.from({ length: steps }, (_, i) => beside(from, direction, i + 1));
  if (!cells.every((cell) => left.has(cell))) return null;
  return back([...path, ...cells], new Set([...left].filter((cell) => !cells.includes(cell))), moves);
}
