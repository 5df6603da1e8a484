// What a person means to order this turn. A wish is the whole of what should fly from one planet to another.
import type { Action, Order, Planet, View } from "../wire";
import type { Wish } from "./forecast";

export interface Planned extends Wish {
  sent: number; // how many of the ships the table knows of already
}

const sameWay = (one: Wish, other: Wish): boolean => one.source === other.source && one.destination === other.destination;

/** The orders that the table has and those that it is still to get, one for each way. */
export function planned(orders: Order[], wishes: Wish[]): Planned[] {
  const all: Planned[] = [];
  for (const { source, destination, ships } of orders) {
    const known = all.find((plan) => sameWay(plan, { source, destination, ships }));
    if (known) known.ships = known.sent += ships;
    else all.push({ source, destination, ships, sent: ships });
  }
  for (const wish of wishes) {
    const known = all.find((plan) => sameWay(plan, wish));
    if (known) known.ships = Math.max(known.sent, wish.ships);
    else all.push({ ...wish, sent: 0 });
  }
  return all;
}

/** The wishes with this one in the place of any that went the same way. */
export const withWish = (wishes: Wish[], wish: Wish): Wish[] => [...without(wishes, wish), wish];
export const without = (wishes: Wish[], wish: Wish): Wish[] => wishes.filter((other) => !sameWay(other, wish));

/** Ships that a planet has left for this target: what flies elsewhere is gone, what flies there may be changed. */
export function spare(planet: Planet, target: number | null, plans: Planned[]): number {
  const elsewhere = plans.filter((plan) => plan.source === planet.number && plan.destination !== target);
  return planet.ships - elsewhere.reduce((sum, plan) => sum + plan.ships, 0);
}

/** So many ships from planets that have these: each gives its share, and odd ones come from the first. */
export function shared(ships: number, spares: number[]): number[] {
  const all = spares.reduce((sum, n) => sum + n, 0);
  const shares = spares.map((n) => (all ? Math.floor((ships * n) / all) : 0));
  let rest = ships - shares.reduce((sum, n) => sum + n, 0);
  return shares.map((share, i) => {
    const more = Math.min(rest, (spares[i] ?? 0) - share);
    rest -= more;
    return share + more;
  });
}

/** The whole turn as the table is told it: the orders, the message, and that this is all. */
export function turnOf(view: View, plans: Planned[], message: number | null): Action[] {
  const launches = plans.flatMap(({ source, destination, ships, sent }): Action[] =>
    ships > sent ? [{ type: "launch", source, destination, ships: ships - sent }] : [],
  );
  const words: Action[] = message === null || message === view.sent ? [] : [{ type: "send", message }];
  return [...launches, ...words, { type: "done" }];
}
