// What the crew has said: the newest message of a kind, and who is who.
import type { BoardReason } from "$lib/boards";
import type { Event, Likely, Message, Said, View } from "../wire";
import type { Role, Team } from "./words";

export const ROLES: Role[] = ["captain", "first mate", "engineer", "radio operator"];
export const TEAMS: Team[] = ["blue", "red"];
export const ROLE_NAMES: Record<Role, string> = { captain: "Captain", "first mate": "First mate", engineer: "Engineer", "radio operator": "Radio operator" };

export const teamOf = (seat: number): Team => (seat < ROLES.length ? "blue" : "red");
export const roleOf = (seat: number): Role => ROLES[seat % ROLES.length] ?? "captain";
export const other = (team: Team): Team => (team === "blue" ? "red" : "blue");
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export interface Sight<A> {
  seat: number;
  view: View;
  legal: A[];
}

export const isSaid = (event: Event): event is Said => event.type === "said";

/** The latest message of this kind that somebody of the team sent. */
export function newest<K extends Message["type"]>(history: Event[], kind: K, team: Team | null): Extract<Message, { type: K }> | null {
  const said = history.findLast((event) => isSaid(event) && teamOf(event.seat) === team && (event.message as Message | null)?.type === kind);
  return said ? ((said as Said).message as Extract<Message, { type: K }>) : null;
}

/** Where a bot of this team thinks the enemy, if it says so of the step that is shown. */
export function beliefOf(reasons: BoardReason[], team: Team): Likely[] | null {
  const own = reasons.filter(({ seat }) => teamOf(seat) === team).flatMap(({ reason }) => reason.notes ?? []);
  const heat = own.findLast((note) => note.type === "heat");
  return heat ? Object.entries(heat.cells).map(([cell, share]) => ({ cell, share })) : null;
}

export const boatOf = (view: View, team: Team) => view.boats[team === "blue" ? 0 : 1];
