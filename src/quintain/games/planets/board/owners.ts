// Owners of planets in words.
import type { Player, View } from "../wire";

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
