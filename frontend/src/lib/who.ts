// Who played a seat: whoever began, and all who took it over.
import type { SeatLabel } from "./boards";
import { named, points } from "./format";
import { sideName } from "./teams";
import type { MatchPlayer, MatchSummary, Outcome, SeatInfo, Sitting } from "./wire";

/** Somebody at a seat by the name for lists, with the side they are on. */
export interface Member {
  name: string;
  team: number;
  kind: string;
}

/** 'Anna (guest)': anybody may call themselves so. */
export const withMark = (name: string, guest: boolean | undefined): string => (guest && !name.startsWith("Guest ") ? `${name} (guest)` : name);

/** 'Anna, then advanced'; 'Bot 2'. Bots are called as at the table, and by their own name where they took over. */
export function sittingWords(sittings: readonly Sitting[]): string {
  const names = sittings.map((sitting, i) => withMark(i === 0 ? sitting.label : sitting.name, sitting.guest));
  return names.map((name, i) => (i === 0 ? name : `then ${name}${names.indexOf(name) < i ? " again" : ""}`)).join(", ");
}

/** As one of so many on a side: among others, what came later is in brackets. */
export function memberOf({ sittings, team }: MatchPlayer, among: number): Member {
  const [first = "nobody", ...later] = sittingWords(sittings).split(", then ");
  const name = later.length && among > 1 ? `${first} (then ${later.join(", then ")})` : sittingWords(sittings);
  return { name, team, kind: sittings.some((sitting) => sitting.kind === "person") ? "person" : "bot" };
}

/** Who answers for a seat after this step of a match. */
export function sittingAt(sittings: readonly Sitting[], step: number): Sitting | undefined {
  return sittings.findLast((sitting) => (sitting.since ?? 0) <= step);
}

/** The bot whose reasons are shown for a seat: a person who is back has given none. */
export function botAt(sittings: readonly Sitting[], step: number): Sitting | undefined {
  return sittings.findLast((sitting) => sitting.kind !== "person" && (sitting.since ?? 0) <= step) ?? sittingAt(sittings, step);
}

/** 'Ann & Bo: 43 · Cy & Di: 12': teams, for which the game may have names, in the order of their ranks. */
export function scoreLine(match: MatchSummary, names: readonly string[], penalties: boolean): string {
  const among = match.players.some((player) => player.sittings.some((sitting) => sitting.kind === "person")) ? match.players : match.players.map(byName);
  const teams = [...new Set(among.map((player) => player.team))];
  const sides = teams.map((team) => {
    const players = among.filter((player) => player.team === team);
    return {
      names: sideName(players.map((player) => memberOf(player, players.length)), names),
      score: match.outcome?.scores[players[0]?.seat ?? 0],
      rank: rankOf(match.outcome, players.map((player) => player.seat)),
    };
  });
  sides.sort((a, b) => a.rank - b.rank);
  return sides.map((side) => (side.score === undefined ? side.names : `${side.names}: ${points(side.score, penalties)}`)).join(" · ");
}

/** Bots among themselves are called by what they are: 'shark', not 'Bot 1 (shark)'. */
const byName = (player: MatchPlayer): MatchPlayer => ({
  ...player,
  sittings: player.sittings.map((sitting) => ({ ...sitting, label: sitting.name.split(":")[0] ?? sitting.name })),
});

/** Where a side came in: as its best seat, for somebody who left is ranked apart from the others. */
export function rankOf(outcome: Outcome | null, seats: readonly number[]): number {
  return Math.min(...seats.map((seat) => outcome?.ranks[seat] ?? 0));
}

// --- at a table, while it is played

/** What boards and logs call whoever plays the seat now. */
export const labelOf = (seat: SeatInfo): string => (standsIn(seat) ? `${seat.name}’s stand-in` : seat.name);

/** Does a house bot play for the person or the program whose seat it is? */
const standsIn = (seat: SeatInfo): boolean => seat.kind === "bot" && (seat.person !== null || (seat.program !== null && seat.program !== seat.player));

export function seatedMember(seat: SeatInfo, among: number): Member {
  const stoodIn = standsIn(seat);
  const then = among > 1 ? ` (then ${seat.player})` : `, then ${seat.player}`;
  return { name: stoodIn ? seat.name + then : seat.name, team: seat.team, kind: seat.person ? "person" : seat.kind };
}

interface TookOver {
  type: "took over";
  seat: number;
  player: string;
}

const isTakeOver = (event: unknown): event is TookOver => (event as TookOver | null)?.type === "took over";

/** The labels that each seat has had, one after the other, as far as the events of the match tell. */
export function labelsSoFar(seats: readonly SeatInfo[], events: readonly unknown[]): string[][] {
  const changes = events.filter(isTakeOver);
  return seats.map((seat) => {
    const players = changes.filter((change) => change.seat === seat.seat).map((change) => change.player);
    // Somebody who took the seat over has not begun: who did is known in the replay.
    const first = seat.person && players[0] === seat.name ? `seat ${seat.seat}` : seat.name;
    const own = seat.person !== null || seat.program !== null;
    return [first, ...players.map((player) => (!own || player === seat.name ? seat.name : `${seat.name}’s stand-in`))];
  });
}

/** A line that was written down as an event, if it tells of somebody who took a seat over. */
export function takeOverIn(line: string): TookOver | null {
  const [, player, seat] = /^(?!seat \d)(.+) takes over seat (\d+)$/.exec(line) ?? [];
  return player ? { type: "took over", seat: Number(seat), player } : null;
}

/** The last of the lines, each with the names of those who played then; `labels` are those of each seat, in order. */
export function chronicle(events: readonly unknown[], lines: readonly string[], seats: readonly SeatLabel[], labels: readonly string[][], last: number): string[] {
  const past = [...seats];
  const taken = seats.map(() => 0);
  const rename = (seat: number) => {
    const place = past[seat];
    if (place) past[seat] = { ...place, name: labels[seat]?.[taken[seat] ?? 0] ?? place.name };
  };
  seats.forEach((_, seat) => rename(seat));
  return lines.flatMap((line, i) => {
    const told = i < lines.length - last ? [] : [named(line, past)];
    const event = events[i];
    if (isTakeOver(event)) {
      taken[event.seat] = (taken[event.seat] ?? 0) + 1;
      rename(event.seat);
    }
    return told;
  });
}
