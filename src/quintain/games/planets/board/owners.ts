// Owners as people tell them apart: a colour, a pattern and a dash each, so that nobody needs to see hues.
import type { Player, View } from "../wire";

const NEUTRAL = "#8f99aa";
const COLOURS = ["#5ab4f0", "#f0a030", "#f2e55c", "#dd93c4", "#45cda0", "#ff8259", "#b9a9ff"];
const PATTERNS = ["plain", "striped", "dotted"];
const DASHES = ["none", "7 4", "2 3"];

/** Seven colours and three patterns: the first twenty-one owners differ in one of them, neighbours in both. */
export const colourOf = (owner: number): string => (owner ? COLOURS[(owner - 1) % COLOURS.length] : undefined) ?? NEUTRAL;
export const patternOf = (owner: number): string => (owner ? PATTERNS[(owner - 1) % PATTERNS.length] : undefined) ?? "plain";
export const dashOf = (owner: number): string => DASHES[PATTERNS.indexOf(patternOf(owner))] ?? "none";

/** A player by name where it is known who plays, else by id. */
export function nameOf(player: Player, names: string[], own: number | null): string {
  const name = player.seat === null || player.id === own ? undefined : names[player.seat];
  const you = player.id === own ? " (you)" : "";
  return name ? `${name} (player ${player.id})` : `Player ${player.id}${you}`;
}

/** Whose a planet is, in the middle of a sentence. */
export function whose(owner: number, view: View): string {
  if (!owner) return "neutral";
  return owner === view.id ? "yours" : `player ${owner}’s`;
}

export const shipsOf = (n: number): string => (n === 1 ? "1 ship" : `${n} ships`);
export const turnsOf = (n: number): string => (n === 1 ? "1 turn" : `${n} turns`);
