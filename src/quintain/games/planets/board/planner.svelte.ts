// One turn of a person: planets are chosen, a target, a number of ships; orders stay here until the turn is ended.
import { untrack } from "svelte";
import type { Action, Planet, View } from "../wire";
import { forecast, turnsBetween, type Garrison, type Wish } from "./forecast";
import { planned, shared, spare, turnOf, without, withWish, type Planned } from "./plan";

export class Planner {
  chosen = $state.raw<number[]>([]);
  target = $state<number | null>(null);
  ships = $state(0);
  several = $state(false); // do taps gather planets, as with Shift?
  message = $state<number | null>(null);
  ended = $state(false); // has the person ended the turn?

  private wishes = $state.raw<Wish[]>([]);

  constructor(
    private readonly view: () => View,
    private readonly legal: () => Action[],
    private readonly act: (turn: Action[]) => void,
  ) {
    const match = $derived(`${this.view().turn} ${this.view().id}`);
    $effect.pre(() => {
      void match;
      untrack(() => this.begin());
    });
  }

  /** May the plan be changed? While a turn is on its way there is nothing to do, and a refused one is to be done again. */
  readonly open = $derived.by(() => this.legal().length > 0);
  readonly plans = $derived.by(() => planned(this.view().orders, this.wishes));
  readonly sources = $derived.by(() => this.chosen.flatMap((number) => this.view().planets[number] ?? []));
  readonly aim = $derived.by(() => (this.target === null ? null : (this.view().planets[this.target] ?? null)));
  readonly spares = $derived.by(() => this.sources.map((planet) => spare(planet, this.target, this.plans)));
  readonly most = $derived.by(() => this.spares.reduce((sum, n) => sum + n, 0));
  readonly turns = $derived.by(() => this.ways());
  readonly expected = $derived.by(() => (this.aim ? this.expect(this.ships) : null));
  readonly enough = $derived.by(() => this.least());

  /** Ships that a planet has left when all orders are carried out; other people's orders change nothing yet. */
  left(number: number): number {
    const planet = this.view().planets[number];
    if (!planet) return 0;
    return planet.owner === this.view().id ? spare(planet, null, this.plans) : planet.ships;
  }

  // --- choosing

  pick(number: number, shift: boolean): void {
    if (!this.open) return;
    const own = this.view().planets[number]?.owner === this.view().id;
    if (own && this.target === null && (shift || this.several)) this.gather([number], !this.chosen.includes(number));
    else if (this.target === number) this.add();
    else if (this.chosen.includes(number)) this.back();
    else if (this.chosen.length) this.aimAt(number);
    else if (own) this.chosen = [number];
  }

  /** Choose these planets, as far as they are the person's; with `more`, besides those that are. */
  gather(numbers: number[], more: boolean): void {
    if (!this.open) return;
    const own = numbers.filter((number) => this.view().planets[number]?.owner === this.view().id);
    const kept = this.chosen.filter((number) => !own.includes(number));
    this.target = null;
    if (numbers.length === 1) this.chosen = more ? [...kept, ...own] : kept;
    else this.chosen = more ? [...kept, ...own] : own;
  }

  aimAt(number: number): void {
    this.target = number;
    const known = this.plans.find((plan) => this.sources.length === 1 && plan.source === this.chosen[0] && plan.destination === number);
    const own = this.aim?.owner === this.view().id;
    this.ships = Math.min(this.most, known?.ships ?? (own ? Math.ceil(this.most / 2) : (this.enough ?? this.most)));
  }

  /** One step back: from the target to the sources, from those to nothing. */
  back(): void {
    if (this.target !== null) this.target = null;
    else this.chosen = [];
  }

  drop(): void {
    this.target = null;
    this.chosen = [];
  }

  set(ships: number): void {
    this.ships = Math.max(0, Math.min(this.most, Math.round(ships)));
  }

  // --- orders

  add(): void {
    if (!this.open || this.ships === 0) return;
    for (const wish of this.meant(this.ships)) this.wishes = withWish(this.wishes, wish);
    this.drop();
  }

  change(plan: Planned): void {
    this.chosen = [plan.source];
    this.aimAt(plan.destination);
  }

  remove(plan: Planned): void {
    this.wishes = without(this.wishes, plan);
  }

  private meant(ships: number): Wish[] {
    const shares = shared(ships, this.spares);
    return this.sources
      .map((planet, i) => ({ source: planet.number, destination: this.target ?? planet.number, ships: shares[i] ?? 0 }))
      .filter((wish) => wish.ships > 0 && wish.source !== wish.destination);
  }

  // --- what comes of it

  wayOf(source: Planet | undefined, target: Planet | undefined): number {
    return source && target ? turnsBetween(source, target, this.view().profile) : 0;
  }

  private ways(): number[] {
    const aim = this.aim;
    return aim ? this.sources.map((planet) => turnsBetween(planet, aim, this.view().profile)).sort((a, b) => a - b) : [];
  }

  private expect(ships: number): Garrison | null {
    if (!this.aim) return null;
    const changed = this.sources.map((planet) => ({ source: planet.number, destination: this.target ?? 0, ships: 0 }));
    const rest = changed.reduce<Wish[]>((wishes, wish) => without(wishes, wish), this.plans);
    return forecast(this.view(), this.aim, this.turns.at(-1) ?? 0, [...rest, ...this.meant(ships)]);
  }

  /** The fewest ships that take the target, if any do. */
  private least(): number | null {
    const own = this.view().id;
    if (!this.aim || this.aim.owner === own || this.expect(this.most)?.owner !== own) return null;
    let [few, many] = [0, this.most];
    while (many - few > 1) {
      const middle = (few + many) >> 1;
      if (this.expect(middle)?.owner === own) many = middle;
      else few = middle;
    }
    return many;
  }

  // --- the turn

  end(): void {
    if (!this.open) return;
    this.drop();
    this.ended = true;
    this.act(turnOf(this.view(), this.plans, this.message));
  }

  private begin(): void {
    this.wishes = [];
    this.message = null;
    this.ended = false;
    this.drop();
  }
}
