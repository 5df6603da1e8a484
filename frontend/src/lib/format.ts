// Things in words.
import type { SeatLabel } from "./boards";
import { sideOf } from "./teams";
import type { Ending, GameInfo, Outcome, TableInfo, TimeControl } from "./wire";

export function ago(seconds: number): string {
  const age = Math.max(0, Date.now() / 1000 - seconds);
  const units: [number, string][] = [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  for (const [size, name] of units) {
    const n = Math.floor(age / size);
    if (n) return `${n} ${name}${n > 1 ? "s" : ""} ago`;
  }
  return "just now";
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** 'seat 2' becomes whoever sits there, and 'team 1' is called as everywhere on the pages. */
export function named(text: string, seats: readonly SeatLabel[]): string {
  return text
    .replace(/\btakes over seat (\d+)(, whose player\b)?/g, "takes over from seat $1$2")
    .replace(", whose player ", ", who ")
    .replace(/\bseat (\d+)\b/gi, (whole, seat: string) => seats[Number(seat)]?.name ?? whole)
    .replace(/\bteam (\d+)\b/gi, (whole, team: string) => sideOf(seats, Number(team)) ?? whole);
}

/** A number with a proper minus. */
export const minus = (n: number): string => String(n).replace("-", "−");

/** A score as people know it: where the fewest points win, it is kept below zero and shown above. */
export function points(score: number, penalties: boolean): string {
  return penalties ? `${minus(0 - score)} point${score === -1 ? "" : "s"}` : minus(score);
}

export function timeWords(control: TimeControl): string {
  const parts = [];
  if (control.bank !== null) parts.push(`${control.bank} s for the match`);
  if (control.increment) parts.push(`+${control.increment} s a decision`);
  if (control.limit !== null) parts.push(`${control.limit} s a decision`);
  return parts.join(", ") || "no clock";
}

/** 'search:iterations=200' for people: 'search, iterations 200'. */
export function playerWords(player: string | null): string {
  return (player ?? "").replace(":", ", ").replaceAll(",", ", ").replace(/\s+/g, " ").replaceAll("=", " ").replaceAll("_", " ");
}

const LONGEST_VALUE = 24;

/** The options that are not as usual: 'target 20, twelve wins'. */
export function unusual(table: TableInfo, game: GameInfo): string {
  const changed = game.options.filter((option) => option.name in table.options && table.options[option.name] !== option.default);
  const valueOf = (value: string) => (value.length > LONGEST_VALUE ? "of its own" : value); // a map, say
  return changed.map((option) => `${option.name.replaceAll("_", " ")} ${valueOf(String(table.options[option.name]))}`).join(", ");
}

const DEEDS: Record<Ending, string> = {
  normal: "finished",
  illegal: "broke the rules",
  "out of time": "ran out of time",
  crashed: "crashed",
  resigned: "gave up",
  abandoned: "left",
  stalled: "went on for too long",
};

/** Why it ended: 'Played to the end.' or 'Ann gave up.' */
export function endingWords(outcome: Outcome, seats: readonly SeatLabel[]): string {
  if (outcome.ending === "normal") return "Played to the end.";
  const nobody = outcome.ending === "stalled" ? "It" : "Everybody";
  const who = outcome.stopped_by === null ? nobody : (seats[outcome.stopped_by]?.name ?? `Seat ${outcome.stopped_by}`);
  return `${who} ${DEEDS[outcome.ending]}.`;
}

/** Those who failed and did not come back, though others played on: 'Ann left, so the result does not count for Ann.' */
export function faultWords(outcome: Outcome): string[] {
  const stopping = outcome.stopped_by === null ? undefined : outcome.faults.at(-1);
  const left = outcome.faults.filter((fault) => !fault.mended && fault !== stopping);
  return [...new Set(left.map(({ player, ending }) => `${player} ${DEEDS[ending]}, so the result does not count for ${player}.`))];
}
