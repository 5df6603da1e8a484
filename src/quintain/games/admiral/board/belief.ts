// What a list of likely cells says, and what it does not: a list that was cut off names some of many equals.
import type { Likely } from "../wire";

const ALIKE = 1.05; // shares that differ by less are the same: they have been rounded
const WHOLE = 0.99; // of all chances, as rounded shares add up
const SHADES = 20;

/** The cells that stand out. Of a list that was cut off, the last share is also that of cells which were left out. */
export function standingOut(likely: readonly Likely[]): Likely[] {
  const all = likely.reduce((sum, { share }) => sum + share, 0);
  if (all >= WHOLE) return [...likely];
  const common = Math.min(...likely.map(({ share }) => share));
  return likely.filter(({ share }) => share > common * ALIKE);
}

/** How opaque a cell is: the likelier the more, and equals the same. */
export const shadeOf = (share: number): number => Math.round((0.15 + 0.65 * Math.sqrt(share)) * SHADES) / SHADES;
