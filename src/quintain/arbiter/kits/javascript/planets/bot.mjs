// A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.
//
// A planet is {"number": 3, "x": 4.0, "y": 7.0, "growth": 1, "owner": 0, "ships": 5}; owner 0 is nobody. A turn is a list
// of launches, closed by {"type": "done"}.
import { play } from "./arena.mjs";

const landed = new Map(); // in the dark fleets are invisible, so we remember when our own will have landed

/** Our launches of this turn, and why. */
function decide({ view }) {
  const own = view.planets.filter((planet) => planet.owner === view.id);
  const launches = own.map((planet) => attack(planet, view)).filter(Boolean).slice(0, view.room);
  return [[...launches, { type: "done" }], `${launches.length} attacks`];
}

/** A launch at the best target for this planet, if it can take one. */
function attack(planet, view) {
  const [target] = view.planets
    .filter((target) => target.owner !== view.id && (landed.get(target.number) ?? 0) <= view.turn)
    .filter((target) => needed(planet, target) <= planet.ships)
    .sort((one, other) => price(planet, one) - price(planet, other));
  if (!target) return null;
  landed.set(target.number, view.turn + distance(planet, target));
  return { type: "launch", source: planet.number, destination: target.number, ships: needed(planet, target) };
}

/** Cheap, near and fertile is good, and a low price: this is where your own ideas go. */
function price(planet, target) {
  return (needed(planet, target) + distance(planet, target)) / (target.growth + 1);
}

/** How many ships it takes to conquer a planet from here: those of others grow until we arrive. */
function needed(planet, target) {
  const grown = target.owner === 0 ? 0 : target.growth * distance(planet, target);
  return target.ships + grown + 1;
}

/** Turns that a fleet takes; rounded up, which is safe in both kinds of the game. */
function distance(planet, target) {
  return Math.max(1, Math.ceil(Math.hypot(planet.x - target.x, planet.y - target.y)));
}

play(decide);
