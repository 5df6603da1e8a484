// Cards by their keys, such as 10-clubs-2 and JOKER-1-0: how they look, and in which order a hand is sorted.

export interface Face {
  rank: string;
  suit: string; // hearts, diamonds, clubs, spades, or joker
  glyph: string;
  name: string;
}

const GLYPHS: Record<string, string> = { hearts: "♥", diamonds: "♦", clubs: "♣", spades: "♠" };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["spades", "hearts", "clubs", "diamonds"];
const NAMES: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king" };

export function face(key: string): Face {
  const [rank = "", suit = ""] = key.split("-");
  if (rank === "JOKER") return { rank: "★", suit: "joker", glyph: "", name: "joker" };
  return { rank, suit, glyph: GLYPHS[suit] ?? "", name: `${NAMES[rank] ?? rank} of ${suit}` };
}

export type Order = "suit" | "rank";

export function sorted(cards: string[], order: Order): string[] {
  const place = (key: string): number => {
    const { rank, suit } = face(key);
    const [r, s] = [RANKS.indexOf(rank), SUITS.indexOf(suit)];
    if (r < 0) return 1000;
    return order === "suit" ? s * 20 + r : r * 20 + s;
  };
  return [...cards].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}
