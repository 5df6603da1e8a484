// Things in words.
import type { SeatLabel } from "./boards";
import { sideName, sideOf } from "./teams";
import type { GameInfo, MatchSummary, Outcome, TableInfo, TimeControl } from "./wire";

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
    .replace(/\bseat (\d+)\b/gi, (whole, seat: string) => seats[Number(seat)]?.name ?? whole)
    .replace(/\bteam (\d+)\b/gi, (whole, team: string) => sideOf(seats, Number(team)) ?? whole);
}

/** A number with a proper minus. */
export const minus = (n: number): string => String(n).replace("-", "−");

export function timeWords(control: TimeControl): string {
  const parts = [];
  if (control.bank !== null) parts.push(`${control.bank} s for the match`);
  if (control.increment) parts.push(`+${control.increment} s a decision`);
  if (control.limit !== null) parts.push(`${control.limit} s a decision`);
  return parts.join(", ") || "no clock";
}

/** 'Ann & Bo: 43 · Cy & Di: 12': teams, for which the game may have names, in the order of their ranks. */
export function scoreLine(match: MatchSummary, names: readonly string[]): string {
  const teams = [...new Set(match.players.map((player) => player.team))];
  const sides = teams.map((team) => {
    const players = match.players.filter((player) => player.team === team);
    const seat = players[0]?.seat ?? 0;
    return {
      names: sideName(players, names),
      score: match.outcome?.scores[seat],
      rank: match.outcome?.ranks[seat] ?? 0,
    };
  });
  sides.sort((a, b) => a.rank - b.rank);
  return sides.map((side) => (side.score === undefined ? side.names : `${side.names}: ${minus(side.score)}`)).join(" · ");
}

/** 'search:iterations=200' for people: 'search, iterations 200'. */
export function playerWords(player: string | null): string {
  return (player ?? "").replace(":", ", ").replaceAll(",", ", ").replace(/\s+/g, " ").replaceAll("=", " ").replaceAll("_", " ");
}

/** The options that are not as usual: 'target 20, twelve wins'. */
export function unusual(table: TableInfo, game: GameInfo): string {
  const changed = game.options.filter((option) => option.name in table.options && table.options[option.name] !== option.default);
  return changed.map((option) => `${option.name.replaceAll("_", " ")} ${String(table.options[option.name])}`).join(", ");
}

/** Why it ended, and whose fault that was: 'Ann: its time was up'. */
export function endingWords(outcome: Outcome, seats: readonly SeatLabel[]): string {
  if (outcome.ending === "normal") return "played to the end";
  const why = outcome.why || outcome.ending;
  return outcome.fault === null ? why : `${seats[outcome.fault]?.name}: ${why}`;
}
