// The captain's orders that need a place: which cells stand for which legal action.
import type { Action } from "../wire";
import { beside } from "./chart";

export type Mode = "place" | "stealth" | "torpedo" | "mine" | "trigger";

const VERBS: Record<Mode, (cell: string) => string> = {
  place: (cell) => `Start at ${cell}`,
  torpedo: (cell) => `Fire at ${cell}`,
  mine: (cell) => `Drop a mine at ${cell}`,
  trigger: (cell) => `Set off the mine at ${cell}`,
  stealth: (cell) => `Run silently to ${cell}`,
};

export const verb = (mode: Mode, cell: string): string => VERBS[mode](cell);

/** The cell that an action is about, where it has one. */
export function cellOf(action: Action, at: string | null): string | null {
  if (action.type === "stealth") return at && action.steps ? beside(at, action.direction, action.steps) : null;
  return "cell" in action ? action.cell : null;
}

export function actionsOf<T extends Action["type"]>(legal: Action[], type: T): Extract<Action, { type: T }>[] {
  return legal.filter((action): action is Extract<Action, { type: T }> => action.type === type);
}

/** The legal actions of this kind by the cell that stands for them. */
export function targets(legal: Action[], mode: Mode, at: string | null): Map<string, Action> {
  const found = new Map<string, Action>();
  for (const action of actionsOf(legal, mode)) {
    const cell = cellOf(action, at);
    if (cell) found.set(cell, action);
  }
  return found;
}
