// A bot for Rummy. It keeps what fits together, goes down as soon as it can, and throws away what is dear.
//
// A card is a word like "10-clubs-0": rank, suit and deck; jokers are "JOKER-1-0" and "JOKER-2-0".
import { play } from "./arena.mjs";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** One of the legal actions, and why. */
function decide({ view, legal }) {
  const ofType = (type) => legal.find((action) => action.type === type);
  const relief = ofType("go out") ?? ofType("go down") ?? ofType("lay off") ?? ofType("swap");
  if (relief) return [relief, "gets rid of cards"];
  const discards = legal.filter((action) => action.type === "discard");
  if (discards.length) {
    discards.sort((one, other) => keeping(one.card, view) - keeping(other.card, view));
    return [discards[0], "keeps what fits together"];
  }
  return exposed(view, legal, ofType);
}

/** Does the card on the discard pile help? Then take it, or if it is not our turn, buy it. */
function exposed(view, legal, ofType) {
  const useful = view.discard !== null && fitting(view.discard, view) >= 2;
  if (useful && ofType("take")) return [ofType("take"), "it fits"];
  if (useful && ofType("buy") && view.missing) return [ofType("buy"), "it fits, and is worth another card"];
  return [ofType("pass") ?? ofType("draw") ?? ofType("allow") ?? legal[0], "it does not fit"];
}

/** How much we want to keep a card: what fits stays, and of the rest the dear ones go first. */
function keeping(card, view) {
  return 100 * fitting(card, view) - points(card);
}

/** How many cards of the hand go with this one: this is where your own ideas go. */
function fitting(card, view) {
  if (card.startsWith("JOKER")) return 100;
  if (view.down[view.seat]) return 0; // our contract is on the table: only points count now
  const [rank, suit] = card.split("-");
  let found = 0;
  for (const other of view.hand) {
    if (other === card || other.startsWith("JOKER")) continue;
    const [otherRank, otherSuit] = other.split("-");
    if (rank === otherRank && view.contract.groups) found++;
    const gap = Math.abs(RANKS.indexOf(rank) - RANKS.indexOf(otherRank));
    if (suit === otherSuit && gap > 0 && gap <= 2 && view.contract.runs) found++;
  }
  return found;
}

/** What a card costs at the end of a round. */
function points(card) {
  const rank = card.split("-")[0];
  if (rank === "JOKER" || rank === "A") return 15;
  return ["10", "J", "Q", "K"].includes(rank) ? 10 : 5;
}

play(decide);
