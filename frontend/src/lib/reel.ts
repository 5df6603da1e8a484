// The steps of a replay as one pair of eyes sees them: fetched page by page, and the pages used last are kept.
import { get } from "./api";
import type { Eyes } from "./live.svelte";
import type { ReplayIndex, Step, Steps, Why } from "./wire";

const PAGE = 20; // steps
const MOST_PAGES = 24;
const MOST_LIGHT = 2000; // steps without views in one answer

/** A step, and all that these eyes have been shown until then. */
export interface Scene {
  step: Step;
  events: unknown[];
  lines: string[];
  reasons: Why[];
}

export class Reel {
  last = 0; // the number of the last step

  private readonly pages = new Map<number, Step[]>(); // the one used last comes last
  private readonly loading = new Map<string, Promise<void>>();
  // What happened, from the first step on and without a gap: boards and logs need all of it, whatever step is shown.
  private readonly events: unknown[] = [];
  private readonly lines: string[] = [];
  private readonly reasons: Why[] = [];
  private readonly ends: { events: number; reasons: number }[] = [];

  constructor(
    private readonly path: string, // of the match
    readonly eyes: Eyes,
    readonly texts: boolean, // are the boards drawn in words, too?
  ) {}

  async open(at: number): Promise<void> {
    await this.page(pageOf(at));
    await this.load(Math.min(at, this.last));
  }

  /** When and whose each step is; it comes after the first page, for all the match has to be played for it. */
  index(): Promise<ReplayIndex> {
    return get<ReplayIndex>(`${this.path}/index?seat=${this.eyes}`);
  }

  has(n: number): boolean {
    return this.pages.has(pageOf(n)) && n < this.ends.length;
  }

  /** Fetch what is missing to show this step. */
  async load(n: number): Promise<void> {
    await Promise.all([this.page(pageOf(n)), this.catchUp(pageOf(n) * PAGE)]);
    this.note(this.pages.get(pageOf(n)) ?? []);
  }

  /** Have the next page at hand before somebody who leafs in this direction comes to it. */
  prefetch(n: number, direction: number): void {
    const ahead = pageOf(n) + direction;
    const beyond = direction > 0 ? n % PAGE >= PAGE / 2 : n % PAGE < PAGE / 2;
    if (beyond && ahead >= 0 && ahead <= pageOf(this.last)) void this.page(ahead).catch(() => undefined);
  }

  scene(n: number): Scene | null {
    const steps = this.pages.get(pageOf(n));
    const step = steps?.[n % PAGE];
    const end = this.ends[n];
    if (!steps || !step || !end) return null;
    this.keep(pageOf(n), steps);
    return {
      step,
      events: this.events.slice(0, end.events),
      lines: this.lines.slice(0, end.events),
      reasons: this.reasons.slice(0, end.reasons),
    };
  }

  // --- inside

  private page(number: number): Promise<void> {
    if (this.pages.has(number)) return Promise.resolve();
    return this.once(`page ${number}`, async () => {
      const texts = this.texts ? "&texts=true" : "";
      this.keep(number, await this.ask(number * PAGE, PAGE, texts));
    });
  }

  /** The events of all steps before this one. */
  private async catchUp(end: number): Promise<void> {
    while (this.ends.length < end) {
      const first = this.ends.length;
      const count = Math.min(end - first, MOST_LIGHT);
      await this.once(`events ${first}`, async () => this.note(await this.ask(first, count, "&views=false")));
    }
  }

  private async ask(first: number, count: number, more: string): Promise<Step[]> {
    const { steps, last } = await get<Steps>(`${this.path}/steps?seat=${this.eyes}&first=${first}&count=${count}${more}`);
    this.last = last;
    return steps;
  }

  /** Nobody asks twice for the same thing. */
  private once(what: string, work: () => Promise<void>): Promise<void> {
    const begun = this.loading.get(what) ?? work().finally(() => this.loading.delete(what));
    this.loading.set(what, begun);
    return begun;
  }

  private keep(number: number, steps: Step[]): void {
    this.pages.delete(number);
    this.pages.set(number, steps);
    const oldest = this.pages.keys().next().value;
    if (this.pages.size > MOST_PAGES && oldest !== undefined) this.pages.delete(oldest);
  }

  private note(steps: Step[]): void {
    for (const step of steps) {
      if (step.n !== this.ends.length) continue; // known already
      this.events.push(...step.events);
      this.lines.push(...step.lines);
      this.reasons.push(...step.reasons);
      this.ends.push({ events: this.events.length, reasons: this.reasons.length });
    }
  }
}

const pageOf = (n: number): number => Math.floor(n / PAGE);
