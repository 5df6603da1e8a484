// The words of the wire that have no name there.
import type { Boat, Charge, Move, Protect, View } from "../wire";

export type Team = Boat["team"];
export type Role = NonNullable<View["role"]>;
export type Direction = Move["direction"];
export type System = Charge["system"];
export type Color = Protect["colors"][number];
