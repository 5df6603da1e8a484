// The boards of the games, one a folder; each is fetched when it is first needed.
import type { Component } from "svelte";
import type { SeatInfo, Why } from "./wire";

/** A seat as boards show it. */
export interface SeatLabel {
  name: string;
  team: number;
  side: string; // what its team is called: by its name, a letter, or whoever plays alone
  role: string;
  kind: SeatInfo["kind"];
  you: boolean;
}

/** One of the seats that the person holds. */
export interface BoardSight<View, Action> {
  seat: number;
  view: View;
  legal: Action[];
}

/** Why a bot did what it did in the step that is shown, with notes that a board may draw. */
export type BoardReason = Why;

/** What every board is given. It draws the view, offers the legal actions, and calls `act` with what makes a turn of them. */
export interface BoardProps<View, Action, Event> {
  view: View;
  legal: Action[]; // of the seat whose view it is; empty when there is nothing to do
  act: (turn: Action | Action[], seat?: number) => void; // for the seat whose view it is, unless another one is named
  refused?: boolean; // the table did not take the latest turn; the page says why
  seats: SeatLabel[];
  history: Event[]; // all that these eyes have been shown so far
  sights?: BoardSight<View, Action>[]; // the seats that the person holds, that of the view first; none for onlookers
  say?: (said: string | object, seat?: number) => void; // words, or a message of the game's own; absent where nobody listens
  reasons?: BoardReason[]; // of the step that is shown
  room?: number; // pixels from the top of the board to the end of the screen; also as --room in styles
  revealed?: () => void; // look with all eyes, which everybody may when a match is over
  still?: boolean; // nothing moves: somebody is leafing through a replay
}

type Board = Component<BoardProps<unknown, unknown, unknown>>;

const found = import.meta.glob<{ default: Board }>("../../../src/quintain/games/*/Board.svelte");

const byGame = new Map(Object.entries(found).map(([path, load]) => [path.split("/").at(-2), load]));
const loading = new Map<string, Promise<Board | null>>();

/** The same promise each time: whoever waits for a board should not have it drawn anew. */
export function boardOf(game: string): Promise<Board | null> {
  const promise = loading.get(game) ?? load(game);
  loading.set(game, promise);
  return promise;
}

async function load(game: string): Promise<Board | null> {
  return (await byGame.get(game)?.())?.default ?? null;
}
