// The four colors as they are drawn: each has a shape and a letter, so that nobody needs to tell hues apart.
import type { Card } from "../wire";

export type Color = Card["color"];

export const SUITS: Record<Color, { letter: string; shape: string }> = {
  red: {
    letter: "R",
    shape: "M12 21C5 15.6 2 12 2 8.2 2 5.2 4.3 3 7 3c2 0 3.8 1.1 5 3 1.2-1.9 3-3 5-3 2.7 0 5 2.2 5 5.2 0 3.8-3 7.4-10 12.8z",
  },
  brown: { letter: "N", shape: "M4.5 3.5h15a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1z" },
  green: { letter: "G", shape: "M12 2.5a1 1 0 0 1 .9.5l9.4 16.6a1 1 0 0 1-.9 1.4H2.6a1 1 0 0 1-.9-1.4L11.1 3a1 1 0 0 1 .9-.5z" },
  blue: { letter: "B", shape: "M12 1.8c4.2 5.2 7.4 8.9 7.4 12.6A7.4 7.4 0 0 1 12 22a7.4 7.4 0 0 1-7.4-7.6C4.6 10.7 7.8 7 12 1.8z" },
};

export const same = (a: Card, b: Card): boolean => a.color === b.color && a.value === b.value;

export const nameOf = (card: Card): string => `${card.color} ${card.value}`;
