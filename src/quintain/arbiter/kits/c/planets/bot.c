/* A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.
 *
 * Every turn the arena writes a picture of the galaxy to our standard input:
 *
 *     P <id> <x> <y> <growth> <owner> <ships>    one line for each planet; owner 0 is nobody
 *     M <number>                                 what our teammate has told us
 *     Y <id>                                     who we are
 *     .                                          the picture is complete
 *
 * We answer on standard output with as many launches as we like, and a dot:
 *
 *     F <from> <to> <ships>
 *     .
 */
#include <math.h>
#include <stdio.h>

#define MOST 1000 /* planets */

typedef struct {
    int id;
    double x, y;
    int growth, owner, ships;
} Planet;

static Planet planets[MOST];
static int count, me;

/* Fleets are invisible, so we remember when our own will have landed, by the planet's id. */
static int landed[MOST];

/* Read one picture; returns 0 when the match is over. */
static int read_turn(void)
{
    char line[256];
    count = 0;
    while (fgets(line, sizeof line, stdin)) {
        Planet p;
        if (line[0] == '.')
            return 1;
        if (sscanf(line, "Y %d", &me) == 1)
            continue;
        if (sscanf(line, "P %d %lf %lf %d %d %d", &p.id, &p.x, &p.y, &p.growth, &p.owner, &p.ships) == 6
            && count < MOST && p.id >= 0 && p.id < MOST)
            planets[count++] = p;
    }
    return 0;
}

/* Turns that a fleet takes. */
static int distance(const Planet *a, const Planet *b)
{
    int turns = (int)hypot(a->x - b->x, a->y - b->y);
    return turns > 1 ? turns : 1;
}

/* How many ships it takes to conquer a planet from here: those of others grow until we arrive. */
static int needed(const Planet *from, const Planet *target)
{
    int grown = target->owner ? target->growth * distance(from, target) : 0;
    return target->ships + grown + 1;
}

/* Launch at the best target for this planet, if it can take one. */
static void attack(const Planet *from, int turn)
{
    const Planet *best = NULL;
    for (int i = 0; i < count; i++) {
        const Planet *target = &planets[i];
        if (target->owner == me || landed[target->id] > turn || needed(from, target) > from->ships)
            continue;
        /* Cheap, near and fertile: this is where your own ideas go. */
        if (!best || (needed(from, target) + distance(from, target)) * (best->growth + 1)
                         < (needed(from, best) + distance(from, best)) * (target->growth + 1))
            best = target;
    }
    if (best) {
        printf("F %d %d %d\n", from->id, best->id, needed(from, best));
        landed[best->id] = turn + distance(from, best);
    }
}

int main(void)
{
    for (int turn = 1; read_turn(); turn++) {
        for (int i = 0; i < count; i++)
            if (planets[i].owner == me)
                attack(&planets[i], turn);
        printf(".\n");
        fflush(stdout); /* or the arena would wait for what is still in our buffer */
    }
    return 0;
}
