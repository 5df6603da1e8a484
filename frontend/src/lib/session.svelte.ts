// Who is here, what they prefer, and what they should be told in passing.
import { get, post, words } from "./api";
import type { GameInfo, Me, Person, QuickPlay, TableSummary } from "./wire";

export type Level = NonNullable<QuickPlay["level"]>;

class Session {
  person = $state<Person | null>(null);
  admin = $state(false);
  games = $state<GameInfo[] | null>(null);
  notice = $state<string | null>(null);
  level = $state<Level>((localStorage.getItem("level") as Level | null) ?? "easy"); // of the bots that one click brings
  own = $state<TableSummary[]>([]); // where a match of this person runs
  sound = $state(localStorage.getItem("sound") === "on");

  async load(): Promise<void> {
    await this.attempt(async () => {
      const [me, games] = await Promise.all([get<Me>("/me"), get<GameInfo[]>("/games")]);
      this.know(me);
      this.games = games;
    });
  }

  /** What the games are like now: their rules may have been compiled meanwhile. */
  async look(): Promise<void> {
    this.games = await get<GameInfo[]>("/games").catch(() => this.games);
  }

  async refresh(): Promise<void> {
    this.know(await get<Me>("/me"));
  }

  private know(me: Me): void {
    this.person = me.person;
    this.admin = me.admin;
  }

  /** Somebody must be somebody to sit down: a guest, if nothing else. */
  async become(name?: string): Promise<void> {
    if (this.person) return;
    await post("/guest", { name: name?.trim() || `Guest ${Math.floor(100 + Math.random() * 900)}` });
    await this.refresh();
  }

  game(name: string): GameInfo | undefined {
    return this.games?.find((game) => game.name === name);
  }

  /** Look where this person plays: the way back stands on every page. */
  async findOwn(): Promise<void> {
    this.own = this.person ? await get<TableSummary[]>("/me/tables").catch(() => this.own) : [];
  }

  setLevel(level: Level): void {
    this.level = level;
    localStorage.setItem("level", level);
  }

  setSound(on: boolean): void {
    this.sound = on;
    localStorage.setItem("sound", on ? "on" : "off");
  }

  /** Do it, and tell the person in words if it did not work. */
  async attempt<T>(deed: () => Promise<T>): Promise<T | undefined> {
    try {
      this.notice = null;
      return await deed();
    } catch (error) {
      this.notice = words(error);
      return undefined;
    }
  }
}

export const session = new Session();
