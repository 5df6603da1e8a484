// Tournaments in words.
import type { Entrant, EventPage, EventSummary } from "./wire";

export type EventFormat = EventSummary["format"];

export const FORMATS: { name: EventFormat; title: string; words: string }[] = [
  { name: "round-robin", title: "Round robin", words: "Everybody meets everybody." },
  { name: "swiss", title: "Swiss", words: "Each round pairs those who have reached about the same." },
  { name: "knockout", title: "Knockout", words: "Who loses is out. Level players meet again." },
  { name: "gauntlet", title: "Gauntlet", words: "The first seed meets each of the others." },
  { name: "ladder", title: "Ladder", words: "Neighbours play, and who beats the one above changes places." },
];

export const STATES: Record<EventSummary["state"], string> = {
  open: "Open for joining",
  running: "Running",
  over: "Over",
  stopped: "Stopped",
};

export const SEEDINGS: Record<EventPage["seeding"], string> = {
  rating: "by rating",
  hand: "as the host puts them",
  random: "by lot",
};

export const formatTitle = (name: EventFormat): string => FORMATS.find((format) => format.name === name)?.title ?? name;

/** 'v2 · by Ann', or 'house bot'. */
export function pedigree(entrant: Entrant): string {
  if (entrant.kind === "bot") return "house bot";
  return [entrant.version && `v${entrant.version}`, entrant.owner && `by ${entrant.owner}`].filter(Boolean).join(" · ");
}

/** 'Final', 'Semifinals', … for a round of a knockout with so many in all. */
export function roundTitle(round: number, rounds: number): string {
  return ["Final", "Semifinals", "Quarterfinals"][rounds - 1 - round] ?? `Round ${round + 1}`;
}

/** Points of a pairing without a tail of zeros: 1, 0.5, 0.33. */
export const short = (points: number): string => String(Math.round(points * 100) / 100);

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
