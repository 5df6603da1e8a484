// What a turn did on the roads, read from two views: who walked on and is not there any more, and where marches met.
import type { View, Walking } from "../wire";
import { lengthOf } from "./country";
import type { Wish } from "./orders";

/** A march that the turn has brought to its end: in a fort, or in a fight. */
export interface Gone {
  origin: number;
  destination: number;
  owner: number;
  soldiers: number;
  length: number;
  behind: number; // steps that it had made when the turn began
  until: number; // the part of the turn after which it is gone
}

export interface Fight {
  origin: number;
  destination: number;
  share: number; // of the way from the origin
  after: number; // part of the turn: a half, or all of it
  lost: number; // soldiers of each side, as far as that can be seen
}

export interface News {
  gone: Gone[];
  fights: Fight[];
}

export const NO_NEWS: News = { gone: [], fights: [] };

/** `orders` are those that the eyes behind the first view have given in it. */
export function happened(before: View, orders: Wish[], after: View): News {
  const news: News = { gone: [], fights: [] };
  const walked = [...before.marches, ...orders.flatMap((order) => setOut(before, order))];
  for (const march of walked) {
    if (!before.roads.some((road) => joins(road, march)) || !after.roads.some((road) => joins(road, march))) continue;
    follow(march, walked, before, after, news);
  }
  return news;
}

const joins = (road: { one: number; other: number }, { origin, destination }: Walking): boolean =>
  (road.one === origin && road.other === destination) || (road.one === destination && road.other === origin);

/** A march of this turn: it has its whole way before it. */
function setOut(view: View, { origin, destination, soldiers }: Wish): Walking[] {
  const owner = view.forts.find((fort) => fort.number === origin)?.owner ?? null;
  return owner === null ? [] : [{ origin, destination, owner, soldiers, remaining: lengthOf(view, origin, destination) }];
}

function follow(march: Walking, all: Walking[], before: View, after: View, news: News): void {
  const length = lengthOf(before, march.origin, march.destination);
  const left = after.marches.find((other) => sameMarch(other, { ...march, remaining: march.remaining - 1 }));
  const lost = march.soldiers - (left?.soldiers ?? 0);
  const apart = lost > 0 ? gap(march, all, length) : null;
  if (apart !== null) add(news.fights, { origin: march.origin, destination: march.destination, share: (length - march.remaining + apart / 2) / length, after: apart / 2, lost });
  if (left) return;
  const { origin, destination, owner, soldiers } = march;
  news.gone.push({ origin, destination, owner, soldiers, length, behind: length - march.remaining, until: apart === null ? 1 : apart / 2 });
}

const sameMarch = (one: Walking, other: Walking): boolean =>
  one.origin === other.origin && one.destination === other.destination && one.owner === other.owner && one.remaining === other.remaining;

/** Steps between a march and the first foe whom it could meet this turn; null if it can have met none on the road. */
function gap(march: Walking, all: Walking[], length: number): number | null {
  const foes = all.filter((other) => other.origin === march.destination && other.destination === march.origin && other.owner !== march.owner);
  const ways = foes.map((foe) => march.remaining + foe.remaining - length).filter((way) => way === 1 || way === 2);
  if (ways.length) return Math.min(...ways);
  return march.remaining === 2 ? 2 : null; // somebody may just have set out; who has one step left is in the fort
}

/** Both sides of a fight tell of it; one that is gone has lost all it had, the other just that. */
function add(fights: Fight[], fight: Fight): void {
  const known = fights.find(
    (other) => other.after === fight.after && other.origin === fight.destination && other.destination === fight.origin && Math.abs(other.share + fight.share - 1) < 1e-6,
  );
  if (known) known.lost = Math.min(known.lost, fight.lost);
  else fights.push(fight);
}
