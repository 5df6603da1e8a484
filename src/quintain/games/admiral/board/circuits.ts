// What the engineering board shows of a node: its partners, and how full everything around it is.
import type { Boat, Ranked, View } from "../wire";
import { DIRECTIONS } from "./chart";
import { BREAKS, CIRCUITS, NODES, RADIATION, inkOf } from "./wiring";
import type { Color, Direction } from "./words";

export type Sheet = NonNullable<Boat["board"]>;

const sectionOf = (board: Sheet, direction: Direction): boolean[] => board[DIRECTIONS.indexOf(direction)] ?? [];
const marks = (nodes: (boolean | undefined)[]): number => nodes.filter(Boolean).length;

/** How many of the four nodes with this index are marked. */
export const across = (board: Sheet, node: number): number => marks(board.map((section) => section[node]));

export const filled = (board: Sheet, direction: Direction): number => marks(sectionOf(board, direction));

export function brokenOn(board: Sheet, wiring: View["wiring"]): Color[] {
  const found = DIRECTIONS.flatMap((direction) => sectionOf(board, direction).map((marked, node) => (marked ? inkOf(wiring, direction, node) : null)));
  return (Object.keys(BREAKS) as Color[]).filter((color) => found.includes(color));
}

/** What can be read off the board about marking this node. */
export function aboutNode(board: Sheet, wiring: View["wiring"], direction: Direction, node: number): string[] {
  const ink = inkOf(wiring, direction, node);
  const [row, section] = [across(board, node), filled(board, direction)];
  const lines: string[] = [];
  if (node < CIRCUITS) lines.push(row === 3 ? `closes circuit ${node + 1}: its four marks go` : `circuit ${node + 1}: ${row + 1} of 4`);
  if (node === RADIATION) lines.push(row === 3 ? "the fourth radiation node: damage!" : `radiation: ${row + 1} of 4`);
  if (ink !== "radiation" && !(node < CIRCUITS && row === 3)) {
    const systems = BREAKS[ink].join(" and ");
    lines.push(brokenOn(board, wiring).includes(ink) ? `${systems}: broken already` : `breaks ${systems}`);
  }
  lines.push(section === NODES - 1 ? `fills ${direction}: damage unless a circuit closes` : `${direction}: ${section + 1} of 6`);
  return lines;
}

/** The four courses as the board shows them, the roomiest first. */
export function ranked(board: Sheet, wiring: View["wiring"]): Ranked[] {
  const broken = brokenOn(board, wiring);
  const about = DIRECTIONS.map((direction) => {
    const section = sectionOf(board, direction);
    const open = section.flatMap((marked, node) => (marked ? [] : [node]));
    const repairs = open.some((node) => node < CIRCUITS && across(board, node) === 3);
    const inks = open.map((node) => inkOf(wiring, direction, node)).filter((ink) => ink !== "radiation");
    const fresh = inks.filter((ink) => !broken.includes(ink));
    const breaks = inks.length && fresh.length === open.length ? [...new Set(fresh)] : []; // whatever is marked breaks something
    return { direction, damage: open.length === 1 && !repairs, repairs, breaks: repairs ? [] : breaks, free: open.length };
  });
  return about.sort((a, b) => Number(a.damage) - Number(b.damage) || Number(b.repairs) - Number(a.repairs) || b.free - a.free);
}
