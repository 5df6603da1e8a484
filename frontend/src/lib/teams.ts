// Seats by their teams, as people name them.
import type { SeatLabel } from "./boards";
import type { Member } from "./who";

export interface Team<T> {
  team: number;
  name: string; // empty where everybody plays alone
  seats: T[];
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const teamsOf = (seats: readonly { team: number }[]): number[] => [...new Set(seats.map((seat) => seat.team))].sort((a, b) => a - b);

/** By the name that the game has for it ('Blue'), else by a letter ('Team A'). */
const teamName = (team: number, names: readonly string[]): string => capital(names[team] ?? `Team ${String.fromCharCode(65 + team)}`);

/** The teams with their seats; one nameless group where nobody has a partner. `names` are the game's own. */
export function byTeam<T extends { team: number }>(seats: readonly T[], names: readonly string[]): Team<T>[] {
  const teams = teamsOf(seats);
  if (teams.length === seats.length && !names.length) return [{ team: -1, name: "", seats: [...seats] }];
  return teams.map((team) => ({ team, name: teamName(team, names), seats: seats.filter((seat) => seat.team === team) }));
}

/** Seats as boards and logs show them. */
export function labelled(seats: readonly Omit<SeatLabel, "side">[], names: readonly string[]): SeatLabel[] {
  const alone = teamsOf(seats).length === seats.length;
  return seats.map((seat) => ({ ...seat, side: alone && !names.length ? seat.name : teamName(seat.team, names) }));
}

/** What these seats' team is called; nothing if none of them is in it. */
export const sideOf = (seats: readonly SeatLabel[], team: number): string | undefined => seats.find((seat) => seat.team === team)?.side;

/** A side in a few words: 'Ann & Bo', for a whole crew 'Ann and 3 bots', and 'Blue (Ann and 3 bots)' if it has a name. */
export function sideName(members: readonly Member[], names: readonly string[] = []): string {
  const team = members[0]?.team ?? 0;
  const who = crew(members);
  return names[team] || who === BOTS ? `${teamName(team, names)} (${who})` : who;
}

const BOTS = "bots";

function crew(members: readonly Member[]): string {
  const names = new Set(members.map((member) => member.name));
  if (members.length <= 2 || names.size === 1) return [...names].join(" & ");
  const people = members.filter((member) => member.kind === "person").map((member) => member.name);
  const bots = members.length - people.length;
  if (!people.length) return BOTS;
  return [people.join(", "), ...(bots ? [`${bots} bot${bots > 1 ? "s" : ""}`] : [])].join(" and ");
}
