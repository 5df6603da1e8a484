// Where forts, roads and marches are drawn, in pixels.
import type { Fort, Road, View, Walking } from "../wire";

export interface Spot {
  x: number;
  y: number;
}

export interface Country {
  width: number;
  height: number;
  size: number; // half of a castle's width
  roomy: boolean; // is there room for the names of all forts?
  places: Map<number, Spot>; // by fort
}

const MARGIN = 32;
const ASIDE = 48; // half of the longest name
const BELOW = 16; // and the name of a fort
const LARGEST = 20;
const SMALLEST = 8;
const ROOM = 0.36; // of the way to the nearest fort
const NAME = 70; // pixels for a name

/** Fit the forts into so many pixels; the height is as much of the given one as it takes. */
export function country(forts: Fort[], width: number, most: number): Country {
  const [xs, ys] = [forts.map((fort) => fort.x), forts.map((fort) => fort.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  const scale = Math.min((width - 2 * ASIDE) / across, (most - 2 * MARGIN - BELOW) / down);
  const aside = (width - across * scale) / 2;
  const spots = forts.map((fort) => ({ x: aside + (fort.x - left) * scale, y: MARGIN + (fort.y - top) * scale }));
  const ways = spots.map((spot) => toNearest(spot, spots));
  return {
    width,
    height: down * scale + 2 * MARGIN + BELOW,
    size: Math.max(SMALLEST, Math.min(LARGEST, Math.min(...ways) * ROOM)),
    roomy: (ways.sort((one, other) => one - other)[ways.length >> 1] ?? NAME) >= NAME,
    places: new Map(forts.map((fort, i) => [fort.number, spots[i] ?? { x: 0, y: 0 }])),
  };
}

/** How far the next fort is. */
function toNearest(spot: Spot, spots: Spot[]): number {
  const ways = spots.filter((other) => other !== spot).map((other) => Math.hypot(spot.x - other.x, spot.y - other.y));
  return Math.min(2 * NAME, ...ways);
}

/** A point of the way from one to the other, and the direction in degrees. */
export function between(from: Spot, to: Spot, share: number): Spot & { turn: number } {
  const [across, down] = [to.x - from.x, to.y - from.y];
  return { x: from.x + across * share, y: from.y + down * share, turn: (Math.atan2(down, across) * 180) / Math.PI };
}

/** The same between the walls of two castles: who has just left one, or is about to enter the other, stands beside it. */
export function outside(from: Spot, to: Spot, share: number, size: number): Spot & { turn: number } {
  const wall = Math.min(0.3, (1.2 * size) / (Math.hypot(to.x - from.x, to.y - from.y) || 1));
  return between(from, to, wall + share * (1 - 2 * wall));
}

/** The marks that cut a road into its steps. */
export const steps = (road: Road): number[] => Array.from({ length: road.length - 1 }, (_, i) => (i + 1) / road.length);

/** Marches go half a step, fight, and go the other half: so much of the step is done at this time. */
export function halves(time: number): number {
  const half = time < 0.5 ? 0 : 1;
  const part = Math.min(1, (2 * time - half) / 0.8); // the rest of the time they stand, and fight
  return (half + part * part * (3 - 2 * part)) / 2;
}

/** How much of its way a march has behind it; `time` is 0 when the turn begins and 1 when it has been played. */
export function shareOf(march: Walking, length: number, time: number): number {
  return Math.max(0, length - march.remaining - 1 + Math.min(1, time)) / length;
}

export function lengthOf(view: View, one: number, other: number): number {
  const road = view.roads.find((each) => (each.one === one && each.other === other) || (each.one === other && each.other === one));
  return road?.length ?? 1;
}

/** The fort that lies in this direction, and not too far aside. */
export function towards(places: Map<number, Spot>, from: number, across: number, down: number): number {
  const here = places.get(from);
  let [best, least] = [from, Infinity];
  for (const [fort, spot] of here ? places : []) {
    const ahead = (spot.x - (here?.x ?? 0)) * across + (spot.y - (here?.y ?? 0)) * down;
    const aside = Math.abs((spot.x - (here?.x ?? 0)) * down - (spot.y - (here?.y ?? 0)) * across);
    if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [fort, ahead + 2 * aside];
  }
  return best;
}
