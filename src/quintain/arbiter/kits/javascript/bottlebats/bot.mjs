// A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
// neighbour send their soldiers on.
//
// A fort is {"number": 3, "name": "Oxbow", "x": 4, "y": 7, "owner": 1, "soldiers": 5}; the owner is a seat, or null for
// nobody. A turn is a list of marches, closed by {"type": "done"}.
import { play } from "./arena.mjs";

/** Our marches of this turn, and why. */
function decide({ view }) {
  const forts = new Map(view.forts.map((fort) => [fort.number, fort]));
  const own = view.forts.filter((fort) => fort.owner === view.seat);
  const marches = own.map((fort) => order(fort, forts, view)).filter(Boolean);
  return [[...marches, { type: "done" }], `${marches.length} marches from ${own.length} forts`];
}

/** Where soldiers of this fort should go, if anywhere: this is where your own ideas go. */
function order(fort, forts, view) {
  const idle = fort.soldiers - danger(fort, view);
  const exits = view.exits.filter((way) => way.origin === fort.number);
  const foreign = exits.filter((way) => forts.get(way.destination).owner !== view.seat);
  if (foreign.length) {
    const [way] = foreign.sort((one, other) => needed(one) - needed(other));
    return needed(way) <= idle ? march(way, needed(way)) : null;
  }
  if (!exits.length || idle <= 1) return null;
  // All neighbours are ours: another one in each turn, so that soldiers get about.
  return march(exits[view.turn % exits.length], idle - 1);
}

/** Enemies that march towards a fort. */
function danger(fort, view) {
  const coming = view.marches.filter((march) => march.destination === fort.number && march.owner !== view.seat);
  return sum(coming);
}

/** How many soldiers it takes: for those whom we meet on the road, and for the garrison when we arrive. */
function needed(way) {
  return sum(way.meets) + way.garrison + 1;
}

const sum = (groups) => groups.reduce((total, group) => total + group.soldiers, 0);

function march(way, soldiers) {
  return { type: "march", origin: way.origin, destination: way.destination, soldiers };
}

play(decide);
