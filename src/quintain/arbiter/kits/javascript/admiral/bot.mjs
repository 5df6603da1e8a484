// A bot for Admiral Radar: one program for all four of a crew. Each seat is a process of its own, and has one role.
//
// A cell is a letter and a number, like "C6": column and row. Directions are "north", "east", "south" and "west".
import { play } from "./arena.mjs";

const STEPS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };
const CHARGE_FIRST = ["torpedo", "drone", "stealth", "mine", "sonar"];

const any = (list) => list[Math.floor(Math.random() * list.length)];
const least = (list, cost) => list.reduce((best, each) => (cost(each) < cost(best) ? each : best));

/** One of the legal actions, and why. */
function decide({ view, legal }) {
  const [own, enemy] = view.team === "blue" ? view.boats : [...view.boats].reverse();
  const kinds = {};
  for (const action of legal) (kinds[action.type] ??= []).push(action);

  if (kinds.place) return [any(kinds.place), "anywhere"];
  if (kinds.answer) return [any(kinds.answer), "one truth and one lie"];
  if (kinds.mark) return [mark(own, kinds.mark), "the least harm"];
  if (kinds.charge) return [least(kinds.charge, (a) => CHARGE_FIRST.indexOf(a.system)), "the most useful first"];
  const shot = kinds.torpedo && aim(view, own, enemy, kinds.torpedo);
  if (shot) return [shot, "they are about there"];
  if (kinds.drone && !(enemy.sector_known?.turns_ago < 5)) return [any(kinds.drone), "where are they?"];
  if (kinds.move) return [least(kinds.move, (action) => -room(view, own, action.direction)), "into open water"];
  return [(kinds.dive ?? kinds.end ?? kinds.surface ?? legal)[0], "nothing better to do"];
}

/** The engineer: whatever repairs, then what breaks nothing, and damage only if it must be. */
function mark(own, marks) {
  return least(marks, (action) => {
    const { damage, repairs, breaks } = own.marks.find((effect) => effect.node === action.node);
    return 100 * damage - 10 * repairs + breaks.length;
  });
}

/** The captain: a shot into the sector where the enemy was of late, if it does not hurt ourselves. */
function aim(view, own, enemy, torpedoes) {
  const known = enemy.sector_known;
  if (!known || known.turns_ago > 2) return undefined;
  const shots = torpedoes.filter((action) => sector(view.map, action.cell) === known.sector);
  return any(shots.filter((action) => !own.danger.includes(action.cell)));
}

/** Column and row from 0. */
function place(cell) {
  return [cell.charCodeAt(0) - "A".charCodeAt(0), Number(cell.slice(1)) - 1];
}

function sector(chart, cell) {
  const [column, row] = place(cell);
  const across = Math.ceil(chart.columns / chart.sector_columns);
  return Math.floor(row / chart.sector_rows) * across + Math.floor(column / chart.sector_columns) + 1;
}

/** How many cells could still be reached after a course: this is where your own ideas go. */
function room(view, own, direction) {
  const seen = new Set([...own.trail, ...own.mines].map((cell) => place(cell).join()));
  const before = seen.size;
  const [column, row] = place(own.cell);
  const todo = [[column + STEPS[direction][0], row + STEPS[direction][1]]];
  while (todo.length) {
    const [column, row] = todo.pop();
    if (view.map.drawing[row]?.[column] !== "." || seen.has([column, row].join())) continue;
    seen.add([column, row].join());
    for (const [across, down] of Object.values(STEPS)) todo.push([column + across, row + down]);
  }
  return seen.size - before;
}

play(decide);
