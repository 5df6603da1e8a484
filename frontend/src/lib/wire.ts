// What the server says, as agreed; written by hand until the server's schema can be read.

export interface Person {
  id: string;
  name: string;
  guest: boolean;
}

export interface Me {
  person: Person | null;
  csrf: string;
}

export interface Option {
  name: string;
  type: "integer" | "number" | "boolean" | "choice" | "string";
  default: unknown;
  description: string;
  minimum: number | null;
  maximum: number | null;
  choices: unknown[];
}

export interface BotInfo {
  name: string;
  description: string;
  strength: number;
}

export interface Phrase {
  id: string;
  words: string;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  rules_version: number;
  accent: string;
  talk: "none" | "team" | "table";
  seats: { team: number; role: string }[];
  options: Option[];
  bots: BotInfo[];
  phrases: Phrase[];
}

export interface GamePage extends GameInfo {
  rules_html: string;
}

export interface Outcome {
  ending: string;
  scores: number[];
  ranks: number[];
  fault: number | null;
  why: string;
}

export interface PlayerInfo {
  seat: number;
  team: number;
  name: string;
  kind: "person" | "bot";
}

export interface MatchSummary {
  id: string;
  game: string;
  players: PlayerInfo[];
  began: number;
  ended: number | null;
  outcome: Outcome | null;
  steps: number;
}

export interface MatchInfo extends MatchSummary {
  rules_version: number;
  seed: number | null;
  options: Record<string, unknown>;
}

export interface TableSummary {
  id: string;
  game: string;
  host: string | null;
  seats: { seat: number; name: string | null; kind: "empty" | "person" | "bot" }[];
  state: "waiting" | "playing" | "over";
  match: string | null;
}

export interface Lobby {
  tables: TableSummary[];
  running: TableSummary[];
  replays: MatchSummary[];
}

export interface TimeControl {
  bank: number | null;
  increment: number;
  limit: number | null;
}

export interface SeatInfo {
  seat: number;
  team: number;
  role: string;
  name: string | null;
  kind: "empty" | "person" | "bot";
  player: string | null;
  person: string | null;
  connected: boolean;
  away_until: number | null;
  strikes: number;
}

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  time_control: TimeControl;
  public: boolean;
  watching: "public" | "everything" | "nobody";
  pace: number;
  grace: number;
  host: string | null;
  state: "waiting" | "playing" | "over";
  match: string | null;
  invite: string;
  seats: SeatInfo[];
  you: { person: string | null; seats: number[]; host: boolean };
  forked_from: string | null;
}

export type Eyes = "public" | "all" | number;

export interface Happening {
  event: { type: string; [field: string]: unknown };
  text: string;
}

export interface Legal {
  seat: number;
  action: unknown;
  text: string;
}

export interface ClockInfo {
  seat: number;
  left: number | null;
  running: boolean;
}

export interface Reason {
  text: string;
  numbers: Record<string, number>;
}

export interface SeatReason {
  seat: number;
  action: string;
  reason: Reason;
}

export interface Step {
  type: "step";
  seq: number;
  eyes: Eyes;
  events: Happening[];
  view: unknown;
  text: string;
  legal: Legal[];
  acting: number[];
  clocks: ClockInfo[];
  reasons: SeatReason[];
}

export interface Sync extends Omit<Step, "type"> {
  type: "sync";
  match: string | null;
  outcome: Outcome | null;
}

export type ServerMessage =
  | Step
  | Sync
  | { type: "table"; table: TableInfo }
  | { type: "ended"; outcome: Outcome; match: string }
  | { type: "error"; error: string; detail?: unknown }
  | { type: "pong"; t: number };

export type ClientMessage =
  | { type: "hello"; since: number | null; eyes: Eyes | "auto" }
  | { type: "act"; seq: number; seat: number; action: unknown }
  | { type: "say"; words: string }
  | { type: "phrase"; id: string }
  | { type: "resign"; seat: number }
  | { type: "pace"; pace: number }
  | { type: "ping"; t: number };

export interface ReplayStep {
  n: number;
  at: number;
  seat: number | null;
  action: string | null;
  events: Happening[];
  view: unknown;
  text: string;
  reason: Reason | null;
  key: string | null;
  label: string | null;
}

export interface TokenInfo {
  id: string;
  label: string;
  created: number;
}

export interface SessionInfo {
  id: string;
  created: number;
  last_seen: number;
  current: boolean;
}
