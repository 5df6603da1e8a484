// Where in a replay somebody is, and how fast it runs.
import type { Step } from "./wire";

const BASE_PAUSE = 1000; // milliseconds between two steps at 1×

export class Playback {
  steps = $state.raw<Step[]>([]);
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  leafing = $state(false); // the last change was a jump: nothing should fly about

  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly last = $derived(Math.max(0, this.steps.length - 1));
  readonly step = $derived(this.steps[Math.min(this.at, this.last)]);
  readonly keys = $derived(this.steps.filter((step) => step.key !== null));

  seek(to: number): void {
    const target = Math.max(0, Math.min(this.last, Math.round(to)));
    this.leafing = target !== this.at + 1;
    this.at = target;
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

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.seek(this.at + 1);
      if (this.at >= this.last) this.pause();
      else this.schedule();
    }, BASE_PAUSE / this.speed);
  }
}
