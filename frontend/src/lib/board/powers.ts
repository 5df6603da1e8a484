// Powers on a map as people tell them apart: a colour, a pattern and a dash each, so that nobody needs to see hues.
const NEUTRAL = "#8f99aa";
const COLOURS = ["#5ab4f0", "#f0a030", "#f2e55c", "#dd93c4", "#45cda0", "#ff8259", "#b9a9ff", "#ffffff"];
const PATTERNS = ["plain", "striped", "dotted"];
const DASHES = ["none", "7 4", "2 3"];

/** Eight colours and three patterns: the first twenty-four powers, from 1, differ in one of them, neighbours in both. */
export const colourOf = (owner: number): string => (owner ? COLOURS[(owner - 1) % COLOURS.length] : undefined) ?? NEUTRAL;
export const patternOf = (owner: number): string => (owner ? PATTERNS[(owner - 1) % PATTERNS.length] : undefined) ?? "plain";
export const dashOf = (owner: number): string => DASHES[PATTERNS.indexOf(patternOf(owner))] ?? "none";
