//! A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
//! neighbour send their soldiers on.
//!
//! We are started with our name as the last argument. Every turn the arena writes what we see to our standard input:
//!
//!     2 forts:            <name> <x> <y> <owner, or neutral> <soldiers>
//!     1 roads:            <fort> <fort>
//!     1 marches:          <from> <to> <owner> <soldiers> <turns to go>
//!
//! each title with so many lines after it. We answer on standard output with marches of our own:
//!
//!     1 commands:
//!     <from> <to> <soldiers>

use std::collections::BTreeMap;
use std::io::{self, BufRead, Lines, StdinLock, Write};

struct Fort {
    x: f64,
    y: f64,
    owner: String,
    soldiers: i32,
    danger: i32, // enemies that march towards it
    neighbours: Vec<String>,
}

/// The lines of the next section, each split into words; None when the match is over.
fn section(lines: &mut Lines<StdinLock>) -> Option<Vec<Vec<String>>> {
    let title = lines.next()?.ok()?;
    let count: usize = title.split_whitespace().next()?.parse().ok()?;
    let rows = lines
        .take(count)
        .map(|line| Some(line.ok()?.split_whitespace().map(String::from).collect()));
    rows.collect()
}

fn picture(lines: &mut Lines<StdinLock>, me: &str) -> Option<BTreeMap<String, Fort>> {
    let mut forts = BTreeMap::new();
    for row in section(lines)? {
        let (x, y, soldiers) = (
            row[1].parse().ok()?,
            row[2].parse().ok()?,
            row[4].parse().ok()?,
        );
        let fort = Fort {
            x,
            y,
            owner: row[3].clone(),
            soldiers,
            danger: 0,
            neighbours: Vec::new(),
        };
        forts.insert(row[0].clone(), fort);
    }
    for row in section(lines)? {
        forts.get_mut(&row[0])?.neighbours.push(row[1].clone());
        forts.get_mut(&row[1])?.neighbours.push(row[0].clone());
    }
    for row in section(lines)? {
        if row[2] != me {
            forts.get_mut(&row[1])?.danger += row[3].parse::<i32>().ok()?;
        }
    }
    Some(forts)
}

/// How many soldiers it takes to conquer a fort from here: those of others grow by one a turn until we arrive.
fn needed(from: &Fort, target: &Fort) -> i32 {
    let turns = (from.x - target.x).hypot(from.y - target.y).ceil() as i32;
    target.soldiers + if target.owner == "neutral" { 0 } else { turns } + 1
}

/// Where soldiers of this fort should go, and how many: this is where your own ideas go.
fn command<'a>(
    forts: &BTreeMap<String, Fort>,
    from: &'a Fort,
    me: &str,
    turn: usize,
) -> Option<(&'a str, i32)> {
    let idle = from.soldiers - from.danger;
    let foreign = from
        .neighbours
        .iter()
        .filter(|name| forts[*name].owner != me);
    if let Some(name) = foreign.min_by_key(|name| needed(from, &forts[*name])) {
        let needed = needed(from, &forts[name]);
        return (needed <= idle).then_some((name, needed));
    }
    // All neighbours are ours: another one in each turn, so that soldiers get about.
    let name = from.neighbours.get(turn % from.neighbours.len().max(1))?;
    (idle > 1).then_some((name, idle - 1))
}

fn main() -> io::Result<()> {
    let me = std::env::args().last().unwrap_or_default();
    let mut lines = io::stdin().lock().lines();
    let mut turn = 0;
    while let Some(forts) = picture(&mut lines, &me) {
        let own = forts.iter().filter(|(_, fort)| fort.owner == me);
        let commands: Vec<String> = own
            .filter_map(|(name, fort)| Some((name, command(&forts, fort, &me, turn)?)))
            .map(|(name, (to, soldiers))| format!("{name} {to} {soldiers}"))
            .collect();
        let mut out = io::stdout().lock();
        writeln!(out, "{} commands:", commands.len())?;
        for command in commands {
            writeln!(out, "{command}")?;
        }
        out.flush()?; // or the arena would wait for what is still in our buffer
        turn += 1;
    }
    Ok(())
}
