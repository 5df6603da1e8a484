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

export function plural(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

export type Order = "suit" | "rank" | "own";

/** The cards of the hand as the person wants them; new ones stand at the right of an order of one's own. */
export function ordered(cards: string[], order: Order, own: string[]): string[] {
  if (order !== "own") return sorted(cards, order);
  const kept = own.filter((card) => cards.includes(card));
  return [...kept, ...cards.filter((card) => !kept.includes(card))];
}

/** The cards with one of them put before another, or at the end. */
export function moved(cards: string[], card: string, before: string | null): string[] {
  if (card === before) return cards;
  const rest = cards.filter((other) => other !== card);
  const at = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, at), card, ...rest.slice(at)];
}

function sorted(cards: string[], order: Order): string[] {
  const place = (key: string): number => {
    const { rank, suit } = face(key);
    const [r, s] = [RANKS.indexOf(rank), SUITS.indexOf(suit)];
    if (r < 0) return 1000;
    return order === "suit" ? s * 20 + r : r * 20 + s;
  };
  return [...cards].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}
