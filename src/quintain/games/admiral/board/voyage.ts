// Where a boat has been from its first cell to its last: the last one is seen, and all that was told leads back.
import type { Event } from "../wire";
import { STEPS, spotOf, type Step } from "./chart";
import type { Direction, Team } from "./words";

/** The way of a boat in the units of the chart's cells, the first place first. */
export function voyageOf(cell: string, team: Team, history: Event[]): Step[] {
  const { row, column } = spotOf(cell);
  const path: Step[] = [{ x: column, y: row }];
  const back = (direction: Direction, steps: number) => {
    const at = path[0] ?? { x: column, y: row };
    if (steps) path.unshift({ x: at.x - STEPS[direction].x * steps, y: at.y - STEPS[direction].y * steps });
  };
  for (const { direction, steps } of movesOf(team, history).reverse()) back(direction, steps);
  return path;
}

function movesOf(team: Team, history: Event[]): { direction: Direction; steps: number }[] {
  let silent: Team | null = null; // who went silent last: the way that follows is told without a name
  return history.flatMap((event) => {
    if (event.type === "stealth activated") silent = event.team;
    if (event.type === "stealth direction" && silent === team) return [{ direction: event.direction, steps: event.steps }];
    return event.type === "direction announced" && event.team === team ? [{ direction: event.direction, steps: 1 }] : [];
  });
}
