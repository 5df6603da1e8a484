// The chart as it is drawn: cells by their labels, in squares of UNIT, north up.
import type { Chart } from "../wire";
import type { Direction } from "./words";

export const UNIT = 10;

export interface Spot {
  row: number;
  column: number;
}

export interface Step {
  x: number;
  y: number;
}

export const DIRECTIONS: Direction[] = ["north", "east", "south", "west"];
export const ARROWS: Record<Direction, string> = { north: "↑", east: "→", south: "↓", west: "←" };
export const STEPS: Record<Direction, Step> = {
  north: { x: 0, y: -1 },
  east: { x: 1, y: 0 },
  south: { x: 0, y: 1 },
  west: { x: -1, y: 0 },
};
export const KEYS: Record<string, Direction> = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };

export const letter = (column: number): string => String.fromCharCode(65 + column);

export const label = (spot: Spot): string => `${letter(spot.column)}${spot.row + 1}`;

export const spotOf = (cell: string): Spot => ({ column: cell.charCodeAt(0) - 65, row: Number(cell.slice(1)) - 1 });

/** The middle of a cell, in the units of the drawing. */
export function middle(cell: string): Step {
  const { row, column } = spotOf(cell);
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

export function beside(cell: string, direction: Direction, steps = 1): string {
  const { row, column } = spotOf(cell);
  const step = STEPS[direction];
  return label({ row: row + step.y * steps, column: column + step.x * steps });
}

export const isWater = (map: Chart, spot: Spot): boolean => map.drawing[spot.row]?.[spot.column] === ".";

export function sectorOf(map: Chart, cell: string): number {
  const { row, column } = spotOf(cell);
  const across = Math.ceil(map.columns / map.sector_columns);
  return Math.floor(row / map.sector_rows) * across + Math.floor(column / map.sector_columns) + 1;
}

export interface Sector extends Step {
  number: number;
  width: number;
  height: number;
}

/** The sectors as rectangles. */
export function sectorsOf(map: Chart): Sector[] {
  const across = Math.ceil(map.columns / map.sector_columns);
  return Array.from({ length: map.sectors }, (_, i) => {
    const row = Math.floor(i / across) * map.sector_rows;
    const column = (i % across) * map.sector_columns;
    return {
      number: i + 1,
      x: column * UNIT,
      y: row * UNIT,
      width: Math.min(map.sector_columns, map.columns - column) * UNIT,
      height: Math.min(map.sector_rows, map.rows - row) * UNIT,
    };
  });
}

export function cellsOf(map: Chart): Spot[] {
  return map.drawing.flatMap((line, row) => Array.from(line, (_, column) => ({ row, column })));
}

/** Points in order as one line. */
export const line = (points: Step[]): string => points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
