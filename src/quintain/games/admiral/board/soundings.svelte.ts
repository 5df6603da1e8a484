// What has just happened: explosions that flash for a moment.
import type { Event } from "../wire";

export interface Blast {
  id: number;
  cell: string;
}

const LASTS = 1300; // milliseconds

export class Soundings {
  blasts = $state.raw<Blast[]>([]);
  private heard: number | null = null;
  private next = 0;

  /** Compare with what was told before; a page that has just been opened flashes nothing. */
  listen(history: Event[], quiet: boolean): void {
    const before = this.heard;
    this.heard = history.length;
    if (before === null || quiet) return;
    for (const event of history.slice(before)) {
      if (event.type === "torpedo result" || event.type === "mine result") this.flash(event.cell);
    }
  }

  private flash(cell: string): void {
    const blast = { id: this.next++, cell };
    this.blasts = [...this.blasts, blast];
    setTimeout(() => (this.blasts = this.blasts.filter((one) => one !== blast)), LASTS);
  }
}
