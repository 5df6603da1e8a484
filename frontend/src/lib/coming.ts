// What a newer server sends and an older one leaves out; absence has a plain meaning here, and only here.
import type { Choice } from "./wire";

/** A seat that the person holds: what it sees, typed and in words, and what it may do now. */
export interface Sight {
  seat: number;
  view: unknown;
  text: string;
  legal: Choice[];
}

/** The further seats of whoever holds more than one. */
export function othersOf(message: object): Sight[] {
  return (message as { others?: Sight[] }).others ?? [];
}

/** Are the game's rules compiled on the server's machine? Until then the first match has to wait. */
export function isReady(game: object | undefined): boolean {
  return (game as { ready?: boolean } | undefined)?.ready !== false;
}
