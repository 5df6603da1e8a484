// Seats by their teams, as people name them.

export interface Team<T> {
  team: number;
  name: string; // empty where everybody plays alone
  mark: string; // a shape, so that nobody needs to tell hues apart
  seats: T[];
}

const MARKS = ["▲", "●", "■", "◆"];

export const teamName = (team: number): string => `Team ${String.fromCharCode(65 + team)}`;

/** The teams with their seats; one nameless group where nobody has a partner. */
export function byTeam<T extends { team: number }>(seats: readonly T[]): Team<T>[] {
  const teams = [...new Set(seats.map((seat) => seat.team))].sort((a, b) => a - b);
  if (teams.length === seats.length) return [{ team: -1, name: "", mark: "", seats: [...seats] }];
  return teams.map((team) => ({
    team,
    name: teamName(team),
    mark: MARKS[team] ?? "✦",
    seats: seats.filter((seat) => seat.team === team),
  }));
}

interface Member {
  name: string;
  team: number;
  kind: string;
}

/** A side in a few words: 'Ann & Bo', and for a whole crew 'Ann and 3 bots'. */
export function sideName(members: readonly Member[]): string {
  if (members.length <= 2) return members.map((member) => member.name).join(" & ");
  const people = members.filter((member) => member.kind === "person").map((member) => member.name);
  const bots = members.length - people.length;
  if (!people.length) return `${teamName(members[0]?.team ?? 0)} (bots)`;
  return [people.join(", "), ...(bots ? [`${bots} bot${bots > 1 ? "s" : ""}`] : [])].join(" and ");
}
