// Where in a replay somebody is, and how fast it runs.
import { words } from "./api";
import type { Eyes } from "./live.svelte";
import { Reel, type Scene } from "./reel";
import type { KeyMoment } from "./wire";

const BASE_PAUSE = 1000; // milliseconds between two steps at 1×

export class Playback {
  at = $state(0); // where the person is; what is shown follows as soon as it is there
  scene = $state.raw<Scene | null>(null);
  eyes = $state.raw<Eyes>("all");
  last = $state(0);
  keys = $state.raw<KeyMoment[]>([]);
  playing = $state(false);
  speed = $state(1);
  leafing = $state(false); // the last change was a jump: nothing should fly about
  trouble = $state<string | null>(null); // why a step is not shown

  private reel: Reel;
  private fetching = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly path: string) {
    this.reel = new Reel(path, "all", false);
  }

  /** Look through these eyes. Until everything is there, the board stays as it is. */
  async look(eyes: Eyes, at = this.at, texts = this.reel.texts): Promise<void> {
    const reel = new Reel(this.path, eyes, texts);
    await reel.open(at);
    this.reel = reel;
    this.eyes = eyes;
    this.last = reel.last;
    this.at = Math.min(at, reel.last);
    this.show();
    void reel.index().then(({ keys }) => {
      if (reel === this.reel) this.keys = keys;
    }, this.complain);
  }

  /** From now on with drawings in words. */
  async wantTexts(): Promise<void> {
    if (!this.reel.texts) await this.look(this.eyes, this.at, true);
  }

  seek(to: number): void {
    const target = Math.max(0, Math.min(this.last, Math.round(to)));
    const direction = Math.sign(target - this.at);
    this.leafing = target !== this.at + 1;
    this.at = target;
    this.show();
    if (direction) this.reel.prefetch(target, direction);
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at >= this.last) this.seek(0);
    this.playing = true;
    this.schedule();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Show where the person is, at once if it is here. */
  private show(): void {
    const scene = this.reel.has(this.at) ? this.reel.scene(this.at) : null;
    if (scene) {
      this.scene = scene;
      this.trouble = null;
    } else void this.fetch();
  }

  /** One request at a time, always for where the person is by then: a drag asks for few of the pages it passes. */
  private async fetch(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.scene?.step.n !== this.at) {
        const [reel, at] = [this.reel, this.at];
        await reel.load(at);
        if (reel === this.reel) this.scene = reel.scene(at) ?? this.scene;
      }
      this.trouble = null;
    } catch (error) {
      this.complain(error);
    } finally {
      this.fetching = false;
    }
  }

  private readonly complain = (error: unknown): void => {
    this.trouble = words(error);
    this.pause();
  };

  private schedule(): void {
    this.timer = setTimeout(() => {
      // Nothing is skipped: the next step comes when this one has been seen.
      if (this.scene?.step.n === this.at) this.seek(this.at + 1);
      if (this.at >= this.last) this.pause();
      else this.schedule();
    }, BASE_PAUSE / this.speed);
  }
}
