// Numbers that are printed on the boards of the game; tests/games/admiral/test_board.py holds them to the rules.
export const HULL = 4; // lights of a boat
export const RUN = 3; // turns in a row after the enemy has surfaced
export const NODES = 6; // in a section of the engineering board
export const CIRCUITS = 3; // the first nodes of every section
export const RADIATION = NODES - 1;
export const LONGEST_STEALTH = 4; // cells
export const BLAST = 1; // cells around an explosion that suffer
export const LONGEST_PLAN = 12; // courses that a captain can tell
export const MOST_LIKELY = 20; // cells that a radio operator can name
