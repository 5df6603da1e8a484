// One turn of a person: a fort is chosen, a road, a number of soldiers; orders stay here until the turn is ended.
import { untrack } from "svelte";
import type { Action, Exit, View } from "../wire";
import { again, enough, planned, spare, turnOf, without, withWish, type Planned, type Wish } from "./orders";

export class Commander {
  chosen = $state<number | null>(null);
  target = $state<number | null>(null);
  soldiers = $state(0);
  ended = $state(false); // has the person ended the turn?
  last = $state.raw<Wish[]>([]); // the orders of the turn before

  private wishes = $state.raw<Wish[]>([]);

  constructor(
    private readonly view: () => View,
    private readonly legal: () => Action[],
    private readonly act: (turn: Action[]) => void,
  ) {
    const turn = $derived(`${this.view().turn} ${this.view().seat} ${this.view().over}`); // the last turn has no next one
    $effect.pre(() => {
      void turn;
      untrack(() => this.begin());
    });
  }

  readonly open = $derived.by(() => this.legal().length > 0);
  readonly plans = $derived.by(() => planned(this.view().orders, this.wishes));
  readonly exits = $derived.by(() => this.view().exits.filter((exit) => exit.origin === this.chosen));
  readonly exit = $derived.by((): Exit | null => this.exits.find((exit) => exit.destination === this.target) ?? null);
  readonly most = $derived.by(() => (this.chosen === null ? 0 : spare(this.view(), this.chosen, this.target, this.plans)));
  readonly repeatable = $derived.by(() => (this.open && !this.wishes.length ? again(this.view(), this.last) : []));

  /** Soldiers that stay in a fort when all orders are carried out. */
  left(fort: number, there: number): number {
    return this.owns(fort) ? spare(this.view(), fort, null, this.plans) : there;
  }

  owns(fort: number): boolean {
    const seat = this.view().seat;
    return seat !== null && this.view().forts.some((each) => each.number === fort && each.owner === seat);
  }

  // --- choosing

  pick(fort: number): void {
    if (!this.open) return;
    if (this.target === fort) this.add();
    else if (this.chosen === fort) this.back();
    else if (this.exits.some((exit) => exit.destination === fort)) this.aimAt(fort);
    else if (this.owns(fort)) this.choose(fort);
  }

  choose(fort: number): void {
    this.chosen = fort;
    this.target = null;
  }

  aimAt(fort: number): void {
    this.target = fort;
    const known = this.plans.find((plan) => plan.origin === this.chosen && plan.destination === fort);
    const wanted = this.owns(fort) ? Math.ceil(this.most / 2) : (this.enough ?? this.most);
    this.soldiers = Math.min(this.most, known?.soldiers ?? wanted);
  }

  /** From fort to fort in one movement. */
  drag(from: number, to: number): void {
    if (!this.open || !this.owns(from)) return;
    this.choose(from);
    if (this.exits.some((exit) => exit.destination === to)) this.aimAt(to);
  }

  /** Just as many as it takes, where that is known and they are there. */
  get enough(): number | null {
    const aim = this.view().forts.find((fort) => fort.number === this.target);
    if (!this.exit || !aim || aim.soldiers === null || this.owns(aim.number)) return null;
    return enough(this.exit) <= this.most ? enough(this.exit) : null;
  }

  back(): void {
    if (this.target !== null) this.target = null;
    else this.chosen = null;
  }

  drop(): void {
    this.chosen = this.target = null;
  }

  set(soldiers: number): void {
    this.soldiers = Math.max(0, Math.min(this.most, Math.round(soldiers)));
  }

  // --- orders

  add(): void {
    if (!this.open || this.chosen === null || this.target === null || !this.soldiers) return;
    this.wishes = withWish(this.wishes, { origin: this.chosen, destination: this.target, soldiers: this.soldiers });
    this.drop();
  }

  change(plan: Planned): void {
    this.choose(plan.origin);
    this.aimAt(plan.destination);
  }

  remove(plan: Planned): void {
    this.wishes = without(this.wishes, plan);
  }

  repeat(): void {
    this.wishes = this.repeatable;
    this.drop();
  }

  end(): void {
    if (!this.open) return;
    this.drop();
    this.ended = true;
    this.act(turnOf(this.plans));
  }

  private begin(): void {
    if (this.ended) this.last = this.wishes;
    this.wishes = [];
    this.ended = false;
    this.drop();
  }
}
