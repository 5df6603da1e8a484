// A bot for Jaffre. It bets on long colors, wins tricks as cheaply as it can, and feeds its partner.
//
// A card is {"color": "red", "value": 7}; seats 0 and 2 play against 1 and 3. What a view holds is in the rules and in
// the file README.md beside this one.
import { play } from "./arena.mjs";

const isRedZero = (card) => card.color === "red" && card.value === 0; // 5 points for whoever takes it
const isBrownZero = (card) => card.color === "brown" && card.value === 0; // costs 3

/** One of the legal actions, and why. */
function decide({ view, legal }) {
  return view.phase === "betting" ? bet(view, legal) : card(view, legal);
}

/** The cheapest bet that the hand should be good for; otherwise leave it to others. */
function bet(view, legal) {
  const high = view.hand.filter((card) => card.value >= 6).length;
  const longest = Math.max(...view.hand.map((card) => lengthOf(card.color, view.hand)));
  const hope = longest + high + 2; // the partner will help: this is where your own ideas go
  const bets = legal.filter((action) => action.type === "bet" && !action.without_trump);
  const cheapest = bets.sort((one, other) => one.amount - other.amount)[0];
  const skip = legal.find((action) => action.type === "skip");
  if (cheapest && (cheapest.amount <= hope || !skip)) return [cheapest, `hopes for ${hope} points`];
  return [skip ?? legal[0], `hopes for ${hope} points only`];
}

function card(view, legal) {
  const { trick, trump } = view;
  if (trick.cards.length === 0) {
    const worth = ({ card }) => 10 * card.value + lengthOf(card.color, view.hand);
    return [[...legal].sort((one, other) => worth(other) - worth(one))[0], "leads high"];
  }
  const best = trick.cards[(trick.winner - trick.leader + 4) % 4];
  if (trick.winner === (view.seat + 2) % 4) return [lowest(legal, isRedZero, isBrownZero), "the partner is winning"];
  const winning = legal.filter((action) => beats(action.card, best, trump));
  if (winning.length && trick.points > 0) return [lowest(winning, () => false, isBrownZero), "wins it cheaply"];
  return [lowest(legal, isBrownZero, isRedZero), "cannot win it"];
}

const lengthOf = (color, hand) => hand.filter((card) => card.color === color).length;

function beats(card, best, trump) {
  return card.color === best.color ? card.value > best.value : card.color === trump;
}

/** The lowest card, but the one kind first and the other last. */
function lowest(legal, first, last) {
  const cost = ({ card }) => card.value - 100 * first(card) + 100 * last(card);
  return [...legal].sort((one, other) => cost(one) - cost(other))[0];
}

play(decide);
