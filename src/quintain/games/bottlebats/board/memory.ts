// What was seen of forts that the fog hides now: this page remembers it, no table does.
import type { Event, Fort, View } from "../wire";

export interface Sight {
  turn: number;
  owner: number | null;
  soldiers: number;
}

export class Memory {
  private readonly sights = new Map<number, Sight[]>(); // by fort, the newest last

  /** Keep what this view shows. */
  note(view: View): void {
    for (const fort of view.forts) {
      if (fort.soldiers === null) continue;
      const known = (this.sights.get(fort.number) ?? []).filter((sight) => sight.turn < view.turn);
      this.sights.set(fort.number, [...known, { turn: view.turn, owner: fort.owner, soldiers: fort.soldiers }]);
    }
  }

  /** The latest that is known of a fort by this turn. */
  of(fort: Fort, turn: number, history: Event[]): Sight | null {
    const seen = this.sights.get(fort.number)?.findLast((sight) => sight.turn <= turn);
    return seen ?? told(fort, history);
  }
}

/** Somebody who leafs to the middle of a replay has seen nothing before, but has been told. */
function told(fort: Fort, history: Event[]): Sight | null {
  const news = history.findLast((event) => (event.type === "fort taken" || event.type === "fort held") && event.fort === fort.number);
  if (news?.type !== "fort taken" && news?.type !== "fort held") return null;
  return { turn: 0, owner: news.owner, soldiers: news.soldiers };
}
