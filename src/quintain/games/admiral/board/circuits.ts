// What the engineering board shows, and in words what the table says of a mark on it.
import type { Boat, Effect, View } from "../wire";
import { DIRECTIONS } from "./chart";
import { CIRCUITS, NODES, RADIATION } from "./printed";
import type { Color, Direction, System } from "./words";

export type Sheet = NonNullable<Boat["board"]>;
export type Ink = Color | "radiation";

const INKS: Record<string, Ink> = { R: "red", G: "green", Y: "yellow", "*": "radiation" };

const marks = (nodes: (boolean | undefined)[]): number => nodes.filter(Boolean).length;

export const inkOf = (wiring: string[], section: Direction, node: number): Ink => INKS[wiring[DIRECTIONS.indexOf(section)]?.[node] ?? "*"] ?? "radiation";

/** How many of the four nodes with this index are marked. */
export const across = (board: Sheet, node: number): number => marks(board.map((section) => section[node]));

export const filled = (board: Sheet, direction: Direction): number => marks(board[DIRECTIONS.indexOf(direction)] ?? []);

// --- colors and what they stop

export const colorsOf = (stops: View["stops"]): Color[] => Object.keys(stops) as Color[];
export const systemsOf = (stops: View["stops"]): System[] => Object.values(stops).flat();
export const colorOf = (stops: View["stops"], system: System): Color | undefined => colorsOf(stops).find((color) => stops[color]?.includes(system));

const named = (colors: Color[], stops: View["stops"]): string => colors.flatMap((color) => stops[color] ?? []).join(", ");

/** A mark in words: what the table says that it does, and how full the board is around it. */
export function aboutMark(board: Sheet, section: Direction, effect: Effect, stops: View["stops"]): string[] {
  const { node, damage, repairs, breaks, mends } = effect;
  const row = across(board, node) + 1;
  const lines: string[] = [];
  if (damage) lines.push("damage to the hull! The whole board is clear then");
  if (repairs) lines.push(`closes circuit ${node + 1}: its four marks go`);
  if (breaks.length) lines.push(`breaks ${named(breaks, stops)}`);
  if (mends.length) lines.push(`mends ${named(mends, stops)}`);
  if (!damage && !repairs && !breaks.length) lines.push("breaks nothing new");
  if (!repairs && node < CIRCUITS) lines.push(`circuit ${node + 1}: ${row} of 4`);
  if (node === RADIATION) lines.push(`radiation: ${row} of 4`);
  return [...lines, `${section}: ${filled(board, section) + 1} of ${NODES}`];
}
