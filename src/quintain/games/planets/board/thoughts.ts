// Launches that a bot has considered, as its reason tells them.
import type { BoardReason } from "$lib/boards";

export interface Thought {
  source: number;
  destination: number;
  share: number; // how good it looked beside the others, from 0 to 1
}

const LAUNCH = /launch (\d+) from (\d+) to (\d+)/;

/** One line for each way, the best of those that go it. */
export function thoughtsOf(reasons: BoardReason[]): Thought[] {
  const choices = reasons.flatMap(({ reason }) => (reason.notes ?? []).flatMap((note) => (note.type === "candidates" ? note.choices : [])));
  const values = choices.map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const best = new Map<string, Thought>();
  for (const [action, value] of choices) {
    const [, , source, destination] = LAUNCH.exec(action) ?? [];
    const share = most > least ? (value - least) / (most - least) : 1;
    const way = `${source} ${destination}`;
    if (source && destination && share >= (best.get(way)?.share ?? 0)) best.set(way, { source: Number(source), destination: Number(destination), share });
  }
  return [...best.values()];
}
