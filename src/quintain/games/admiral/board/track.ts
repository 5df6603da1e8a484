// What was heard of a boat as a track of unknown place: parts, one after each stealth, each a chain of points.
import type { Chart, Report } from "../wire";
import { STEPS, isWater, type Step } from "./chart";
import { sinceSurfacing } from "./trail";

export interface Note extends Step {
  glyph: string;
  words: string;
}

export interface Part {
  points: Step[]; // from 0, 0
  notes: Note[];
}

export function partsOf(heard: Report[]): Part[] {
  const parts: Part[] = [{ points: [{ x: 0, y: 0 }], notes: [] }];
  for (const report of sinceSurfacing(heard)) {
    const part = parts.at(-1)!;
    const at = part.points.at(-1)!;
    if (report.kind === "stealth") parts.push({ points: [{ x: 0, y: 0 }], notes: [] });
    else if (report.kind === "course" && report.direction) {
      const step = STEPS[report.direction];
      part.points.push({ x: at.x + step.x, y: at.y + step.y });
    } else part.notes.push({ ...at, glyph: GLYPHS[report.kind] ?? "•", words: wordsOf(report) });
  }
  return parts;
}

const GLYPHS: Partial<Record<Report["kind"], string>> = { torpedo: "T", mine: "M", blast: "✸", drone: "D", sonar: "S", wiped: "!", dropped: "m" };

const FACTS = { row: (value: number) => `row ${value + 1}`, column: (value: number) => `column ${String.fromCharCode(65 + value)}`, sector: (value: number) => `sector ${value}` };

export const factWords = (fact: { kind: keyof typeof FACTS; value: number }): string => FACTS[fact.kind](fact.value);

/** A report as the log of the radio room has it. */
export function wordsOf(report: Report): string {
  const hurt = report.damage ? `, ${report.damage} damage to it` : "";
  switch (report.kind) {
    case "course":
      return report.direction ?? "";
    case "stealth":
      return "silent running";
    case "surfaced":
      return `surfaced in sector ${report.sector}`;
    case "torpedo":
      return `fired a torpedo at ${report.cell}${hurt}`;
    case "mine":
      return `set off a mine at ${report.cell}${hurt}`;
    case "blast":
      return `explosion at ${report.cell}: ${report.damage ? `hit, ${report.damage} damage` : "no hit"}`;
    case "drone":
      return `drone over sector ${report.sector}: ${report.answer === null ? "answer unknown" : report.answer ? "it is there" : "not there"}`;
    case "sonar":
      return `sonar: ${(report.facts ?? []).map(factWords).join(" or ")}, one of them false`;
    case "wiped":
      return "damaged by its own engines";
    case "dropped":
      return "dropped a mine";
  }
}

export interface Placed {
  points: (Step & { ok: boolean })[];
  notes: Note[];
}

/** The parts as they lie on the chart; a part is shifted against the end of the one before. */
export function laid(parts: Part[], shifts: Step[], map: Chart): Placed[] {
  let end: Step = { x: 0, y: 0 };
  return parts.map((part, i) => {
    const shift = shifts[i] ?? { x: 0, y: 0 };
    const from = { x: end.x + shift.x, y: end.y + shift.y };
    const points = part.points.map(({ x, y }) => at(map, x + from.x, y + from.y));
    end = points.at(-1) ?? from;
    return { points, notes: part.notes.map((note) => ({ ...note, x: note.x + from.x, y: note.y + from.y })) };
  });
}

const at = (map: Chart, x: number, y: number) => ({ x, y, ok: isWater(map, { row: y, column: x }) });

/** A place for the sheet where it is wholly on the chart, if there is one. */
export function centred(parts: Part[], map: Chart): Step {
  const points = parts[0]?.points ?? [];
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return {
    x: Math.round((map.columns - 1 - Math.max(...xs) - Math.min(...xs)) / 2),
    y: Math.round((map.rows - 1 - Math.max(...ys) - Math.min(...ys)) / 2),
  };
}
