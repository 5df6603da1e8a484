// Soldiers, turns and owners in words.
import type { Exit, Fort, View } from "../wire";
import { arriving } from "./orders";

export const soldiersOf = (n: number): string => (n === 1 ? "1 soldier" : `${n} soldiers`);
export const turnsOf = (n: number): string => (n === 1 ? "1 turn" : `${n} turns`);

/** Who a seat is: the person, or the name of whoever plays it. */
export const whoIs = (seat: number, view: View, names: string[]): string => (seat === view.seat ? "you" : (names[seat] ?? `player ${seat + 1}`));

/** Are these the eyes of somebody who looks on while people play in the fog? */
export const seesNothing = (view: View): boolean => view.seat === null && !view.forts.length;

/** Whose a fort is, in the middle of a sentence. */
export function whose(owner: number | null, view: View, names: string[]): string {
  if (owner === null) return "nobody’s";
  return owner === view.seat ? "yours" : `of ${whoIs(owner, view, names)}`;
}

export function fortWords(fort: Fort, view: View, names: string[]): string {
  if (fort.soldiers === null) return `${fort.name}: in the fog`;
  return `${fort.name}: ${whose(fort.owner, view, names)}, ${soldiersOf(fort.soldiers)}`;
}

/** When soldiers arrive, whom they meet, and what comes of it if nobody gives another order. */
export function forecast(exit: Exit, soldiers: number, aim: Fort, view: View, names: string[]): string {
  const foes = exit.meets.map((foe) => `${soldiersOf(foe.soldiers)} ${whose(foe.owner, view, names)} after ${turnsOf(foe.after)}`);
  const meets = foes.length ? `, meets ${foes.join(" and ")}` : "";
  return `Arrives in ${turnsOf(exit.turns)}${meets}: ${result(exit, soldiers, aim, view)}.`;
}

function result(exit: Exit, soldiers: number, aim: Fort, view: View): string {
  const left = arriving(exit, soldiers);
  if (!left) return "nobody gets through";
  if (aim.soldiers === null) return `${soldiersOf(left)} against whoever is in the fog`;
  if (aim.owner === view.seat) return `${left + exit.garrison} of yours will be there`;
  if (left > exit.garrison) return `takes it with ${soldiersOf(left - exit.garrison)} left`;
  return left === exit.garrison ? "nobody is left there" : `it holds with ${soldiersOf(exit.garrison - left)}`;
}
