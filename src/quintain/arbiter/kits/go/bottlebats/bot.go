// A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
// neighbour send their soldiers on.
//
// We are started with our name as the last argument. Every turn the arena writes what we see to our standard input:
//
//	2 forts:            <name> <x> <y> <owner, or neutral> <soldiers>
//	1 roads:            <fort> <fort>
//	1 marches:          <from> <to> <owner> <soldiers> <turns to go>
//
// each title with so many lines after it. We answer on standard output with marches of our own:
//
//	1 commands:
//	<from> <to> <soldiers>
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"sort"
)

type Fort struct {
	name, owner string
	x, y        float64
	soldiers    int
	danger      int // enemies that march towards it
	neighbours  []*Fort
}

// needed is how many soldiers it takes to conquer a fort from here: those of others grow by one a turn.
func (from *Fort) needed(target *Fort) int {
	soldiers := target.soldiers + 1
	if target.owner != "neutral" {
		soldiers += int(math.Ceil(math.Hypot(from.x-target.x, from.y-target.y)))
	}
	return soldiers
}

// command is where soldiers of this fort should go, and how many: this is where your own ideas go.
func (from *Fort) command(me string, turn int) (to *Fort, soldiers int) {
	idle := from.soldiers - from.danger
	var foreign []*Fort
	for _, fort := range from.neighbours {
		if fort.owner != me {
			foreign = append(foreign, fort)
		}
	}
	if len(foreign) > 0 {
		sort.Slice(foreign, func(i, j int) bool { return from.needed(foreign[i]) < from.needed(foreign[j]) })
		if from.needed(foreign[0]) <= idle {
			return foreign[0], from.needed(foreign[0])
		}
	} else if len(from.neighbours) > 0 && idle > 1 {
		// All neighbours are ours: another one in each turn, so that soldiers get about.
		return from.neighbours[turn%len(from.neighbours)], idle - 1
	}
	return nil, 0
}

// picture reads what we see; there is none when the match is over.
func picture(arena *bufio.Reader, me string) ([]*Fort, bool) {
	var title, one, other, owner string
	var lines, size, steps int
	if _, err := fmt.Fscan(arena, &lines, &title); err != nil {
		return nil, false
	}
	forts, byName := []*Fort{}, map[string]*Fort{}
	for ; lines > 0; lines-- {
		fort := &Fort{}
		fmt.Fscan(arena, &fort.name, &fort.x, &fort.y, &fort.owner, &fort.soldiers)
		forts, byName[fort.name] = append(forts, fort), fort
	}
	for fmt.Fscan(arena, &lines, &title); lines > 0; lines-- {
		fmt.Fscan(arena, &one, &other)
		byName[one].neighbours = append(byName[one].neighbours, byName[other])
		byName[other].neighbours = append(byName[other].neighbours, byName[one])
	}
	for fmt.Fscan(arena, &lines, &title); lines > 0; lines-- {
		fmt.Fscan(arena, &one, &other, &owner, &size, &steps)
		if owner != me {
			byName[other].danger += size
		}
	}
	return forts, true
}

func main() {
	me := os.Args[len(os.Args)-1]
	arena, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for turn := 0; ; turn++ {
		forts, more := picture(arena, me)
		if !more {
			return
		}
		var commands []string
		for _, fort := range forts {
			if fort.owner != me {
				continue
			}
			if to, soldiers := fort.command(me, turn); to != nil {
				commands = append(commands, fmt.Sprintf("%s %s %d", fort.name, to.name, soldiers))
			}
		}
		fmt.Fprintf(out, "%d commands:\n", len(commands))
		for _, command := range commands {
			fmt.Fprintln(out, command)
		}
		out.Flush() // or the arena would wait for what is still in our buffer
	}
}
