// The engineering board as it is printed: which color a node has, in each layout.
import type { View } from "../wire";
import type { Color, Direction, System } from "./words";

export type Ink = Color | "radiation";

const INKS: Record<string, Ink> = { R: "red", G: "green", Y: "yellow", "*": "radiation" };

const LAYOUTS: Record<View["wiring"], Record<Direction, string>> = {
  original: { north: "YRYRG*", east: "YRGYR*", south: "GYRGY*", west: "RGYYR*" },
  balanced: { north: "RGYGR*", east: "GYRYG*", south: "YRGRY*", west: "YGRGR*" },
};

export const NODES = 6;
export const CIRCUITS = 3; // the first nodes of every section
export const RADIATION = 5;

export const BREAKS: Record<Color, System[]> = { red: ["torpedo", "mine"], green: ["sonar", "drone"], yellow: ["stealth"] };
export const COLOR_OF: Record<System, Color> = { torpedo: "red", mine: "red", sonar: "green", drone: "green", stealth: "yellow" };
export const SYSTEMS: System[] = ["torpedo", "mine", "sonar", "drone", "stealth"];

export const inkOf = (wiring: View["wiring"], section: Direction, node: number): Ink => INKS[LAYOUTS[wiring][section][node] ?? "*"] ?? "radiation";
