// What has just been heard: explosions that flash for a moment. Taken from the public reports, so every eye has them.
import type { Boat } from "../wire";

export interface Blast {
  id: number;
  cell: string;
}

const LASTS = 1300; // milliseconds

export class Soundings {
  blasts = $state.raw<Blast[]>([]);
  private heard: number[] | null = null;
  private next = 0;

  /** Compare with what was heard before; a page that has just been opened flashes nothing. */
  listen(boats: Boat[], quiet: boolean): void {
    const lengths = boats.map((boat) => boat.heard.length);
    const before = this.heard;
    this.heard = lengths;
    if (!before || quiet) return;
    const fresh = boats.flatMap((boat, i) => boat.heard.slice(before[i]));
    for (const report of fresh) if (report.cell && (report.kind === "torpedo" || report.kind === "mine")) this.flash(report.cell);
  }

  private flash(cell: string): void {
    const blast = { id: this.next++, cell };
    this.blasts = [...this.blasts, blast];
    setTimeout(() => (this.blasts = this.blasts.filter((one) => one !== blast)), LASTS);
  }
}
