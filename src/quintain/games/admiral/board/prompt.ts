// What a seat should do now, in words.
import type { Action, View } from "../wire";
import { capital } from "./talk";

const STEPS: Record<NonNullable<View["step"]>, string> = {
  dive: "dives",
  order: "sets a course",
  crew: "the crew is at work",
  action: "may use a system",
  answer: "waits for the answer to its sonar",
  end: "has surfaced",
};

/** The state of the turn, for everybody. */
export function stateWords(view: View): string {
  if (view.phase === "placing") return "Both captains choose where to start";
  if (view.phase === "over") return view.winner === "draw" || !view.winner ? "A draw" : `${capital(view.winner)} has won`;
  return view.turn && view.step ? `${capital(view.turn)} ${view.step === "crew" ? "sails on: " : ""}${STEPS[view.step]}` : "";
}

const ASKED: [Action["type"], string][] = [
  ["place", "Choose a cell of water for your boat"],
  ["answer", "The enemy's sonar asks: answer with one truth and one lie"],
  ["dive", "Dive, then set a course"],
  ["move", "Set a course"],
  ["surface", "No way out: surface"],
  ["mark", "Mark a node of the glowing section"],
  ["charge", "Charge a gauge"],
];

export function promptFor(legal: Action[]): string {
  const types = new Set(legal.map((action) => action.type));
  const asked = ASKED.find(([type]) => types.has(type));
  if (asked) return asked[1];
  if (types.has("end")) return types.size > 1 ? "Use a system, or end the turn" : "End the turn";
  return types.size ? "You may act, if you like" : "";
}
