// What a person means to order this turn: one march for each way.
import type { Action, Exit, Order, View } from "../wire";

export interface Wish {
  origin: number;
  destination: number;
  soldiers: number;
}

export interface Planned extends Wish {
  sent: number; // how many of them the table knows of already
}

const sameWay = (one: Wish, other: Wish): boolean => one.origin === other.origin && one.destination === other.destination;

/** The orders that the table has and those that it is still to get. */
export function planned(orders: Order[], wishes: Wish[]): Planned[] {
  const all: Planned[] = orders.map(({ origin, destination, soldiers }) => ({ origin, destination, soldiers, sent: soldiers }));
  for (const wish of wishes) {
    const known = all.find((plan) => sameWay(plan, wish));
    if (known) known.soldiers = Math.max(known.sent, wish.soldiers);
    else all.push({ ...wish, sent: 0 });
  }
  return all;
}

export const without = (wishes: Wish[], wish: Wish): Wish[] => wishes.filter((other) => !sameWay(other, wish));
export const withWish = (wishes: Wish[], wish: Wish): Wish[] => [...without(wishes, wish), wish];

/** Soldiers that a fort has for this way: who marches elsewhere is gone. */
export function spare(view: View, origin: number, destination: number | null, plans: Planned[]): number {
  const there = view.forts.find((fort) => fort.number === origin)?.soldiers ?? 0;
  const elsewhere = plans.filter((plan) => plan.origin === origin && plan.destination !== destination);
  return there - elsewhere.reduce((sum, plan) => sum + plan.soldiers, 0);
}

/** The same orders as before, as far as the forts are still ours and have the soldiers. */
export function again(view: View, last: Wish[]): Wish[] {
  let wishes: Wish[] = [];
  for (const wish of last) {
    if (!view.exits.some((exit) => sameWay({ ...exit, soldiers: 0 }, wish))) continue;
    const soldiers = Math.min(wish.soldiers, spare(view, wish.origin, wish.destination, planned(view.orders, wishes)));
    if (soldiers > 0) wishes = withWish(wishes, { ...wish, soldiers });
  }
  return wishes;
}

/** Who is left of so many when they reach the fort: each enemy on the road costs as many as it has. */
export const arriving = (exit: Exit, soldiers: number): number =>
  Math.max(0, soldiers - exit.meets.reduce((sum, foe) => sum + foe.soldiers, 0));

/** The fewest who take the fort, if nobody gives another order. */
export const enough = (exit: Exit): number => exit.meets.reduce((sum, foe) => sum + foe.soldiers, 0) + exit.garrison + 1;

/** The whole turn as the table is told it. */
export function turnOf(plans: Planned[]): Action[] {
  const marches = plans.flatMap(({ origin, destination, soldiers, sent }): Action[] =>
    soldiers > sent ? [{ type: "march", origin, destination, soldiers: soldiers - sent }] : [],
  );
  return [...marches, { type: "done" }];
}
