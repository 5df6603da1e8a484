// Things in words.
import { sideName, teamName } from "./teams";
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

/** 'seat 2' becomes whoever sits there, and 'team 1' has the name that the pages give it. */
export function named(text: string, names: string[]): string {
  return text
    .replace(/\bseat (\d+)\b/gi, (whole, seat: string) => names[Number(seat)] ?? whole)
    .replace(/\bteam (\d+)\b/gi, (_, team: string) => teamName(Number(team)));
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

/** 'Ann & Bo: 43 · Cy & Di: 12': teams in the order of their ranks. */
export function scoreLine(match: MatchSummary): string {
  const teams = [...new Set(match.players.map((player) => player.team))];
  const sides = teams.map((team) => {
    const players = match.players.filter((player) => player.team === team);
    const seat = players[0]?.seat ?? 0;
    return {
      names: sideName(players),
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

export function endingWords(outcome: Outcome): string {
  return outcome.ending === "normal" ? "played to the end" : outcome.why || outcome.ending;
}
