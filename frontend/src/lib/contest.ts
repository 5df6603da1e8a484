// The contest in words: ratings, results, and where players have their pages.
import type { LadderRow, PlayerLink, Rated } from "./wire";

/** '1612 ± 48', once anything is known. */
export const ratingWords = (rating: Rated): string => (rating.matches ? `${rating.points} ± ${rating.margin}` : "not rated yet");

/** '+12', '−3'. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

export const count = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

const KINDS: Record<PlayerLink["kind"], string> = { person: "person", bot: "house bot", program: "uploaded bot" };

export const kindWords = (player: PlayerLink): string => KINDS[player.kind];

/** What stands small beside a name: 'Anna · Python · version 3'. */
export function about(row: Pick<LadderRow, "player" | "owner" | "language">): string {
  const { player, owner, language } = row;
  const version = player.kind === "program" && player.version ? `version ${player.version}` : "";
  return [player.kind === "program" ? (owner ? `by ${owner}` : "") : kindWords(player), language ?? "", version].filter(Boolean).join(" · ");
}

export const LETTERS = { won: "W", above: "+", drawn: "D", below: "−", lost: "L" } as const;
export const WORDS = { won: "won", above: "in the upper half", drawn: "drawn", below: "in the lower half", lost: "lost" } as const;

/** Seconds as people read them: '0.8 s', '12 ms'. */
export const seconds = (n: number): string => (n >= 1 ? `${n.toFixed(1)} s` : `${Math.max(1, Math.round(n * 1000))} ms`);
