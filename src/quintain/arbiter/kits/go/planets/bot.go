// A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.
//
// Every turn the arena writes a picture of the galaxy to our standard input:
//
//	P <id> <x> <y> <growth> <owner> <ships>    one line for each planet; owner 0 is nobody
//	M <number>                                 what our teammate has told us
//	Y <id>                                     who we are
//	.                                          the picture is complete
//
// We answer on standard output with as many launches as we like, and a dot:
//
//	F <from> <to> <ships>
//	.
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
)

type Planet struct {
	id                   int
	x, y                 float64
	growth, owner, ships int
}

// distance is the turns that a fleet takes.
func (from Planet) distance(to Planet) int {
	turns := int(math.Hypot(from.x-to.x, from.y-to.y))
	if turns < 1 {
		return 1
	}
	return turns
}

// needed is how many ships it takes to conquer a planet from here: those of others grow until we arrive.
func (from Planet) needed(target Planet) int {
	ships := target.ships + 1
	if target.owner != 0 {
		ships += target.growth * from.distance(target)
	}
	return ships
}

// price is low for what is cheap, near and fertile: this is where your own ideas go.
func (from Planet) price(target Planet) float64 {
	return float64(from.needed(target)+from.distance(target)) / float64(target.growth+1)
}

type Bot struct {
	planets []Planet
	me      int
	turn    int
	// Fleets are invisible, so we remember when our own will have landed, by the planet's id.
	landed map[int]int
}

// best is the cheapest planet that this one can take, if there is one.
func (bot *Bot) best(from Planet) (best Planet, found bool) {
	for _, target := range bot.planets {
		if target.owner == bot.me || bot.landed[target.id] > bot.turn || from.needed(target) > from.ships {
			continue
		}
		if !found || from.price(target) < from.price(best) {
			best, found = target, true
		}
	}
	return best, found
}

func (bot *Bot) answer(out *bufio.Writer) {
	for _, from := range bot.planets {
		if from.owner != bot.me {
			continue
		}
		if target, found := bot.best(from); found {
			fmt.Fprintln(out, "F", from.id, target.id, from.needed(target))
			bot.landed[target.id] = bot.turn + from.distance(target)
		}
	}
	fmt.Fprintln(out, ".")
	out.Flush() // or the arena would wait for what is still in our buffer
}

func main() {
	bot := Bot{turn: 1, landed: map[int]int{}}
	out := bufio.NewWriter(os.Stdout)
	arena := bufio.NewScanner(os.Stdin)
	for arena.Scan() {
		line := arena.Text()
		switch {
		case strings.HasPrefix(line, "P"):
			var p Planet
			fmt.Sscanf(line, "P %d %g %g %d %d %d", &p.id, &p.x, &p.y, &p.growth, &p.owner, &p.ships)
			bot.planets = append(bot.planets, p)
		case strings.HasPrefix(line, "Y"):
			fmt.Sscanf(line, "Y %d", &bot.me)
		case line == ".":
			bot.answer(out)
			bot.planets = nil
			bot.turn++
		}
	}
}
