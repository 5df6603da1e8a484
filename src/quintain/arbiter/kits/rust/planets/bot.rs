//! A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.
//!
//! Every turn the arena writes a picture of the galaxy to our standard input:
//!
//!     P <id> <x> <y> <growth> <owner> <ships>    one line for each planet; owner 0 is nobody
//!     M <number>                                 what our teammate has told us
//!     Y <id>                                     who we are
//!     .                                          the picture is complete
//!
//! We answer on standard output with as many launches as we like, and a dot:
//!
//!     F <from> <to> <ships>
//!     .

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

struct Planet {
    id: i32,
    x: f64,
    y: f64,
    growth: i32,
    owner: i32,
    ships: i32,
}

impl Planet {
    fn parse(words: &[&str]) -> Option<Planet> {
        Some(Planet {
            id: words.first()?.parse().ok()?,
            x: words.get(1)?.parse().ok()?,
            y: words.get(2)?.parse().ok()?,
            growth: words.get(3)?.parse().ok()?,
            owner: words.get(4)?.parse().ok()?,
            ships: words.get(5)?.parse().ok()?,
        })
    }

    /// Turns that a fleet takes.
    fn distance(&self, other: &Planet) -> i32 {
        ((self.x - other.x).hypot(self.y - other.y) as i32).max(1)
    }

    /// How many ships it takes to conquer a planet from here: those of others grow until we arrive.
    fn needed(&self, target: &Planet) -> i32 {
        let grown = if target.owner == 0 {
            0
        } else {
            target.growth * self.distance(target)
        };
        target.ships + grown + 1
    }

    /// Cheap, near and fertile is good, and a low price: this is where your own ideas go.
    fn price(&self, target: &Planet) -> f64 {
        f64::from(self.needed(target) + self.distance(target)) / f64::from(target.growth + 1)
    }
}

fn main() -> io::Result<()> {
    let mut planets: Vec<Planet> = Vec::new();
    // Fleets are invisible, so we remember when our own will have landed, by the planet's id.
    let mut landed: HashMap<i32, i32> = HashMap::new();
    let mut me = 0;
    let mut turn = 1;

    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"P") => planets.extend(Planet::parse(&words[1..])),
            Some(&"Y") => {
                me = words
                    .get(1)
                    .and_then(|word| word.parse().ok())
                    .unwrap_or(me)
            }
            Some(&".") => {
                answer(&planets, me, turn, &mut landed)?;
                planets.clear();
                turn += 1;
            }
            _ => {}
        }
    }
    Ok(())
}

fn answer(
    planets: &[Planet],
    me: i32,
    turn: i32,
    landed: &mut HashMap<i32, i32>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for from in planets.iter().filter(|planet| planet.owner == me) {
        let best = planets
            .iter()
            .filter(|target| target.owner != me && from.needed(target) <= from.ships)
            .filter(|target| landed.get(&target.id).map_or(true, |when| *when <= turn))
            .min_by(|a, b| from.price(a).total_cmp(&from.price(b)));
        if let Some(target) = best {
            writeln!(out, "F {} {} {}", from.id, target.id, from.needed(target))?;
            landed.insert(target.id, turn + from.distance(target));
        }
    }
    writeln!(out, ".")?;
    out.flush() // or the arena would wait for what is still in our buffer
}
