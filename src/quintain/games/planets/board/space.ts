// Where planets and fleets are drawn, in pixels.
import type { Event, Landed, Planet, View } from "../wire";
import { turnsBetween } from "./forecast";

export interface Place {
  x: number;
  y: number;
  r: number;
  roomy: boolean; // is there room for its number below?
}

export interface Space {
  width: number;
  height: number;
  places: Place[]; // by planet
}

export interface Flight {
  owner: number;
  source: number;
  destination: number;
  ships: number;
  from: number; // how much of the way it had behind it a turn ago
  to: number; // and now; 1 for a fleet that has landed
}

const MARGIN = 34;
const BELOW = 12; // and the number of a planet
const LARGEST = 25;
const SMALLEST = 9;
const HALF = 0.4; // of the way to the nearest planet: most circles do not touch
const LABEL = { across: 12, down: 14 }; // pixels that a planet's number takes, besides the circles

/** Fit the planets into so many pixels; the height is as much of the given one as it takes. */
export function space(planets: Planet[], width: number, most: number): Space {
  const xs = planets.map((planet) => planet.x);
  const ys = planets.map((planet) => planet.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  const scale = Math.min((width - 2 * MARGIN) / across, (most - 2 * MARGIN - BELOW) / down);
  const aside = (width - across * scale) / 2;
  const unit = Math.max(SMALLEST, Math.min(LARGEST, spacing(planets) * scale * HALF));
  const growth = Math.max(1, ...planets.map((planet) => planet.growth));
  const spots = planets.map((planet) => ({ x: aside + (planet.x - left) * scale, y: MARGIN + (planet.y - top) * scale }));
  const places = planets.map((planet, i) => {
    const { x, y } = spots[i] ?? { x: 0, y: 0 };
    const roomy = !spots.some((spot) => Math.abs(spot.x - x) < unit + LABEL.across / 2 && spot.y > y && spot.y - y < 2 * unit + LABEL.down);
    return { x, y, r: unit * (0.55 + 0.45 * Math.sqrt(planet.growth / growth)), roomy };
  });
  return { width, height: down * scale + 2 * MARGIN + BELOW, places };
}

/** How far it is to the nearest planet: between the usual and the least. */
function spacing(planets: Planet[]): number {
  const away = (one: Planet) => planets.map((other) => (other === one ? Infinity : Math.hypot(one.x - other.x, one.y - other.y)));
  const ways = planets.map((planet) => Math.min(...away(planet))).sort((a, b) => a - b);
  return ((ways[0] ?? 1) + (ways[ways.length >> 1] ?? 1)) / 2;
}

/** A point on the way from rim to rim, and the direction in degrees. */
export function onTheWay(from: Place, to: Place, share: number): { x: number; y: number; turn: number } {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const way = Math.hypot(across, down) || 1;
  const at = (from.r + (way - from.r - to.r) * share) / way;
  return { x: from.x + across * at, y: from.y + down * at, turn: (Math.atan2(down, across) * 180) / Math.PI };
}

/** The planet that lies in this direction, and not too far aside. */
export function towards(places: Place[], from: number, across: number, down: number): number {
  const here = places[from];
  if (!here) return from;
  const farness = (place: Place): number => {
    const ahead = (place.x - here.x) * across + (place.y - here.y) * down;
    const aside = Math.abs((place.x - here.x) * down - (place.y - here.y) * across);
    return ahead > 0 ? ahead + 2 * aside : Infinity;
  };
  let best = from;
  places.forEach((place, i) => {
    if (i !== from && farness(place) < (best === from ? Infinity : farness(places[best] ?? here))) best = i;
  });
  return best;
}

/** How many turns are behind the view. */
export const playedOf = (view: View): number => view.turn - (view.over ? 0 : 1);

/** What the latest turn has brought, as these eyes were told. */
export function newsOf(history: Event[], played: number): Event[] {
  const end = history.findLastIndex((event) => event.type === "turn played");
  const last = history[end];
  if (last?.type !== "turn played" || last.turn !== played) return [];
  const begin = history.findLastIndex((event, i) => i < end && (event.type === "turn played" || event.type === "turn ended"));
  return history.slice(begin + 1, end);
}

/** The fleets on their way, and those that have just landed. */
export function flightsOf(view: View, news: Event[]): Flight[] {
  const flying = view.fleets.map((fleet) => ({
    ...fleet,
    from: Math.max(0, fleet.turns - fleet.remaining - 1) / fleet.turns,
    to: (fleet.turns - fleet.remaining) / fleet.turns,
  }));
  const landed = news.filter((event): event is Landed => event.type === "landed");
  return [...flying, ...landed.map((fleet) => ({ ...fleet, from: 1 - 1 / wayOf(view, fleet), to: 1 }))];
}

function wayOf(view: View, fleet: Landed): number {
  const [one, other] = [view.planets[fleet.source], view.planets[fleet.destination]];
  return one && other ? turnsBetween(one, other, view.profile) : 1;
}

/** Planets that were fought for. */
export function battlesOf(view: View, news: Event[]): number[] {
  const taken = news.flatMap((event) => (event.type === "planet taken" ? [event.planet] : []));
  const repelled = news.flatMap((event) =>
    event.type === "landed" && view.planets[event.destination]?.owner !== event.owner ? [event.destination] : [],
  );
  return [...new Set([...taken, ...repelled])];
}
