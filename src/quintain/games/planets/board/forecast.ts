// What a person may expect of a plan, from what the view shows. The rules decide; these few lines repeat them, so that a
// slider can be pulled without asking the table. tests/games/planets/test_forecast.py holds them to the rules, with every option.
import type { Planet, View } from "../wire";

const UNIT = 1000; // coordinates have three decimals
const NEUTRAL = 0;
export const LARGEST_MESSAGE = 0xffffffff;

export interface Wish {
  source: number;
  destination: number;
  ships: number;
}

interface Coming {
  owner: number;
  ships: number;
  turns: number;
}

export interface Garrison {
  owner: number;
  ships: number;
}

/** The turns that a fleet takes: the way rounded down, or up where the sky is open, in whole numbers as the table counts. */
export function turnsBetween(one: Planet, other: Planet, profile: View["profile"]): number {
  const across = Math.round((one.x - other.x) * UNIT);
  const along = Math.round((one.y - other.y) * UNIT);
  const square = across * across + along * along;
  let turns = Math.floor(Math.sqrt(square) / UNIT);
  while (turns * turns * UNIT * UNIT > square) turns--;
  while ((turns + 1) * (turns + 1) * UNIT * UNIT <= square) turns++;
  if (profile === "google" && turns * turns * UNIT * UNIT < square) turns++;
  return Math.max(1, turns);
}

/** Does a fleet of so many turns land before the war is over? */
export const inTime = (view: View, turns: number): boolean => view.turn + turns - 1 <= view.turn_limit;

/** A planet after so many turns, if nothing is launched but these wishes. */
export function forecast(view: View, planet: Planet, turns: number, wishes: Wish[]): Garrison {
  const coming = comingTo(view, planet, wishes);
  let there: Garrison = { owner: planet.owner, ships: planet.ships - leaving(planet, wishes) };
  for (let turn = 1; turn <= turns; turn++) {
    const landing = coming.filter((fleet) => fleet.turns === turn);
    if (view.profile === "google") there = fought(view, grown(there, planet), landing);
    else there = grown(fought(view, there, landing), planet);
  }
  return there;
}

const leaving = (planet: Planet, wishes: Wish[]): number =>
  wishes.filter((wish) => wish.source === planet.number).reduce((sum, wish) => sum + wish.ships, 0);

function comingTo(view: View, planet: Planet, wishes: Wish[]): Coming[] {
  const flying = view.fleets
    .filter((fleet) => fleet.destination === planet.number)
    .map(({ owner, ships, remaining }) => ({ owner, ships, turns: remaining }));
  const planned = wishes.flatMap((wish) => {
    const source = view.planets[wish.source];
    if (!source || wish.destination !== planet.number) return [];
    return [{ owner: source.owner, ships: wish.ships, turns: turnsBetween(source, planet, view.profile) }];
  });
  return [...flying, ...planned];
}

const grown = (there: Garrison, planet: Planet): Garrison =>
  there.owner === NEUTRAL ? there : { owner: there.owner, ships: there.ships + planet.growth };

/** The strongest keeps what it has more than the second; if two are equal, nobody is left. */
function fought(view: View, there: Garrison, landing: Coming[]): Garrison {
  const forces = new Map([[there.owner, there.ships]]);
  for (const { owner, ships } of landing) {
    const side = joins(view, owner, there.owner) ? there.owner : owner;
    forces.set(side, (forces.get(side) ?? 0) + ships);
  }
  const [first, second] = [...forces].sort((a, b) => b[1] - a[1]);
  if (!first || !second) return { owner: there.owner, ships: forces.get(there.owner) ?? there.ships };
  return first[1] === second[1] ? { owner: there.owner, ships: 0 } : { owner: first[0], ships: first[1] - second[1] };
}

/** Does whoever lands belong to the garrison? A teammate may, where the table plays so and it is no secret who is one. */
function joins(view: View, player: number, owner: number): boolean {
  if (view.ally_landing === "fight" || owner === NEUTRAL) return player === owner;
  const team = teamOf(view, owner);
  return player === owner || (team !== null && team === teamOf(view, player));
}

const teamOf = (view: View, id: number): number | null => view.players.find((player) => player.id === id)?.team ?? null;
