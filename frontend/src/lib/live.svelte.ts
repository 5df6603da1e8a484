// The live socket of a table: it reconnects by itself, and shows every event once.
import type { Choice, ClockInfo, FromClient, FromServer, Outcome, SeatSight, StepMessage, Sync, TableInfo, Why } from "./wire";

export type Eyes = Sync["eyes"];

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const PING_EVERY = 4000;
const SILENCE = 9000; // without a word for so long, the line is dead

export class Live {
  status = $state<"connecting" | "live" | "lost">("connecting");
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<unknown>(null);
  text = $state("");
  legal = $state.raw<Choice[]>([]);
  acting = $state.raw<number[]>([]);
  clocks = $state.raw<ClockInfo[]>([]);
  clocksAt = $state(0); // when they were read, by performance.now()
  events = $state.raw<unknown[]>([]);
  lines = $state.raw<string[]>([]); // the events in words
  fresh = $state.raw<string[]>([]); // what the latest message told
  reasons = $state.raw<Why[]>([]);
  latest = $state.raw<Why[]>([]); // of the latest step
  eyes = $state.raw<Eyes>("public");
  outcome = $state.raw<Outcome | null>(null);
  match = $state<string | null>(null);
  error = $state<string | null>(null);
  refused = $state(false); // is the error about the latest turn that was sent?
  sent = $state.raw<number[]>([]); // the seats whose actions are on their way
  seq = $state<number | null>(null); // of the latest step

  /** The seats that the person holds and what each may do now, the one whose view is shown first. */
  readonly sights = $derived(this.held());
  readonly yourTurn = $derived(this.sights.some((sight) => sight.legal.length > 0));

  private others = $state.raw<SeatSight[]>([]);
  private wanted: Eyes | "auto" = "auto";
  private socket: WebSocket | undefined;
  private wait = FIRST_WAIT;
  private heard = 0;
  private asked: number | null = null; // when the present question was seen: what the line takes is not charged
  private timers: ReturnType<typeof setTimeout>[] = [];
  private closed = false;

  constructor(private readonly id: string) {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  // --- what the person does

  /** A turn: one action, or several that are taken together or not at all. */
  act(turn: unknown, seat = this.sights[0]?.seat): void {
    if (this.seq === null || seat === undefined || this.sent.includes(seat)) return;
    const took = this.asked === null ? null : (performance.now() - this.asked) / 1000;
    const actions = Array.isArray(turn) ? (turn as unknown[]) : [turn];
    if (this.send({ type: "act", seq: this.seq, seat, actions, took })) this.sent = [...this.sent, seat];
    this.asked = null;
    this.refused = false;
  }

  /** Words, or a message that the game itself understands. */
  say(said: string | object, seat?: number): void {
    const whose = seat === undefined ? {} : { seat };
    this.send(typeof said === "string" ? { type: "say", words: said, ...whose } : { type: "say", message: said, ...whose });
  }

  phrase(id: string): void {
    this.send({ type: "phrase", id });
  }

  resign(seat: number): void {
    this.send({ type: "resign", seat });
  }

  setPace(pace: number): void {
    this.send({ type: "pace", pace });
  }

  look(eyes: Eyes | "auto"): void {
    this.wanted = eyes;
    this.seq = null;
    this.reconnect();
  }

  /** Come in anew as somebody else: the server knows a line by who opened it. */
  introduce(): void {
    this.look("auto");
  }

  // --- the line

  private connect(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(this.id)}/live`);
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => this.send({ type: "hello", since: this.seq, match: this.match, eyes: this.wanted });
    socket.onmessage = (message) => {
      this.heard = performance.now();
      this.take(JSON.parse(message.data as string) as FromServer);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.retry();
    };
    this.timers.push(setTimeout(this.watch, PING_EVERY));
  }

  private readonly watch = (): void => {
    // A half-open line takes what is sent and says nothing.
    if (performance.now() - this.heard > SILENCE) {
      this.retry();
      return;
    }
    this.send({ type: "ping", t: performance.now() });
    this.timers.push(setTimeout(this.watch, PING_EVERY));
  };

  private readonly wake = (): void => {
    if (document.visibilityState === "visible" && this.status === "lost") this.reconnect();
  };

  private retry(): void {
    this.drop();
    if (this.closed) return;
    this.status = "lost";
    this.timers.push(setTimeout(() => this.connect(), this.wait));
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  private reconnect(): void {
    this.drop();
    this.wait = FIRST_WAIT;
    this.connect();
  }

  private drop(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.sent = [];
  }

  private send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  // --- what the server says

  private take(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.table = message.table;
        break;
      case "sync":
        this.replace(message);
        break;
      case "step":
        this.append(message);
        break;
      case "clocks":
        this.setClocks(message.clocks);
        break;
      case "ended":
        this.outcome = message.outcome;
        this.match = message.match;
        break;
      case "error":
        this.error = message.detail;
        this.refused = message.seq !== null;
        this.sent = [];
        break;
      case "pong":
        break;
    }
    if (message.type !== "error") this.connected();
  }

  private connected(): void {
    this.status = "live";
    this.wait = FIRST_WAIT;
  }

  private replace(sync: Sync): void {
    this.events = sync.events;
    this.lines = sync.lines;
    this.fresh = [];
    this.latest = [];
    this.reasons = sync.reasons;
    this.outcome = sync.outcome;
    this.match = sync.match;
    this.eyes = sync.eyes;
    this.show(sync);
  }

  private append(step: StepMessage): void {
    if (this.seq === null || step.seq > this.seq + 1) {
      this.reconnect(); // something is missing: ask again from what we have
      return;
    }
    if (step.seq <= this.seq) return;
    this.events = [...this.events, ...step.events];
    this.lines = [...this.lines, ...step.lines];
    this.fresh = step.lines;
    this.latest = step.reasons;
    if (step.reasons.length) this.reasons = [...this.reasons, ...step.reasons];
    this.show(step);
  }

  private show(shown: StepMessage | Sync): void {
    this.seq = shown.seq;
    this.view = shown.view;
    this.text = shown.text;
    this.legal = shown.legal;
    this.asked = shown.legal.length ? (this.asked ?? performance.now()) : null;
    this.acting = shown.acting;
    this.setClocks(shown.clocks);
    this.others = shown.others;
    this.error = null;
    this.refused = false;
    this.sent = [];
  }

  private held(): SeatSight[] {
    if (typeof this.eyes !== "number") return [];
    const own = { seat: this.eyes, view: this.view, text: this.text, legal: this.legal };
    const mine = [own, ...this.others].filter((sight) => this.table?.you.seats.includes(sight.seat));
    // A bot that stands in answers for the seat, and what has been answered is not asked again.
    const waits = (seat: number) => this.table?.seats[seat]?.kind === "person" && !this.sent.includes(seat);
    return mine.map((sight) => (waits(sight.seat) ? sight : { ...sight, legal: [] }));
  }

  private setClocks(clocks: ClockInfo[]): void {
    this.clocks = clocks;
    this.clocksAt = performance.now();
  }
}
