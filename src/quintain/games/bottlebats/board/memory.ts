// What was seen of forts and roads that the fog hides now: this page remembers it, no table does.
import type { Event, Fort, Road, View } from "../wire";

export interface Sight {
  turn: number;
  owner: number | null;
  soldiers: number;
}

/** What everybody had after a turn, by seat, as far as it was seen. */
export interface Tally {
  turn: number;
  forts: number[];
  soldiers: number[];
}

interface Known<Thing> {
  seat: number | null; // who has seen it
  turn: number; // when it was first on the map
  thing: Thing;
}

const roadName = (road: Road): string => `${road.one} ${road.other}`;

export class Memory {
  private readonly forts = new Map<string, Known<Fort>>();
  private readonly roads = new Map<string, Known<Road>>();
  private readonly sights = new Map<string, Sight[]>(); // the newest last
  private readonly tallies = new Map<string, Known<Tally>>();

  /** Keep what this view shows. Each seat remembers for itself: somebody may leaf through a replay with several eyes. */
  note(view: View): void {
    for (const fort of view.forts) {
      const key = `${view.seat} ${fort.number}`;
      keep(this.forts, key, view, fort);
      if (fort.soldiers === null) continue;
      const others = (this.sights.get(key) ?? []).filter((sight) => sight.turn !== view.turn);
      const all = [...others, { turn: view.turn, owner: fort.owner, soldiers: fort.soldiers }];
      this.sights.set(key, all.sort((one, other) => one.turn - other.turn));
    }
    this.tallies.set(`${view.seat} ${view.turn}`, { seat: view.seat, turn: view.turn, thing: tally(view) });
    for (const road of view.roads) keep(this.roads, `${view.seat} ${roadName(road)}`, view, road);
  }

  /** The view with all that has ever been on this seat's map: nothing is known of what happens there now. */
  completed(view: View): View {
    const [forts, roads] = [new Set(view.forts.map((fort) => fort.number)), new Set(view.roads.map(roadName))];
    const lostForts = recalled(this.forts, view).filter((fort) => !forts.has(fort.number));
    const lostRoads = recalled(this.roads, view).filter((road) => !roads.has(roadName(road)));
    const dark = lostForts.map((fort) => ({ ...fort, owner: null, soldiers: null }));
    return { ...view, forts: [...view.forts, ...dark].sort((one, other) => one.number - other.number), roads: [...view.roads, ...lostRoads] };
  }

  /** What this seat has seen of everybody, turn by turn. */
  counted(view: View): Tally[] {
    return recalled(this.tallies, view).sort((one, other) => one.turn - other.turn);
  }

  /** The latest that this seat knows of a fort by this turn. */
  of(fort: Fort, view: View, history: Event[]): Sight | null {
    const seen = this.sights.get(`${view.seat} ${fort.number}`)?.findLast((sight) => sight.turn <= view.turn);
    return seen ?? told(fort, history);
  }
}

function tally(view: View): Tally {
  const soldiers = view.players.map((player) => player.soldiers + player.marching);
  return { turn: view.turn - (view.over ? 0 : 1), forts: view.players.map((player) => player.forts), soldiers };
}

function keep<Thing>(known: Map<string, Known<Thing>>, key: string, view: View, thing: Thing): void {
  const first = Math.min(view.turn, known.get(key)?.turn ?? view.turn);
  known.set(key, { seat: view.seat, turn: first, thing });
}

function recalled<Thing>(known: Map<string, Known<Thing>>, view: View): Thing[] {
  return [...known.values()].flatMap(({ seat, turn, thing }) => (seat === view.seat && turn <= view.turn ? [thing] : []));
}

/** Somebody who leafs to the middle of a replay has seen nothing before, but has been told. */
function told(fort: Fort, history: Event[]): Sight | null {
  const news = history.findLast((event) => (event.type === "fort taken" || event.type === "fort held") && event.fort === fort.number);
  if (news?.type !== "fort taken" && news?.type !== "fort held") return null;
  return { turn: 0, owner: news.owner, soldiers: news.soldiers };
}
