// Small sounds, made on the spot; silent unless the person has asked for them.
import { session } from "./session.svelte";

let audio: AudioContext | undefined;

export function beep(kind: "turn" | "play" | "end"): void {
  if (!session.sound) return;
  audio ??= new AudioContext();
  const tones = { turn: [660, 880], play: [320], end: [523, 659, 784] }[kind];
  tones.forEach((hertz, i) => tone(audio as AudioContext, hertz, i * 0.11));
}

function tone(context: AudioContext, hertz: number, after: number): void {
  const at = context.currentTime + after;
  const volume = new GainNode(context, { gain: 0 });
  const sound = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.1);
  sound.connect(volume).connect(context.destination);
  sound.start(at);
  sound.stop(at + 0.12);
}
