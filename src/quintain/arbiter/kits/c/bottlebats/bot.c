/* A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
 * neighbour send their soldiers on.
 *
 * We are started with our name as the last argument. Every turn the arena writes what we see to our standard input:
 *
 *     2 forts:            <name> <x> <y> <owner, or neutral> <soldiers>
 *     1 roads:            <fort> <fort>
 *     1 marches:          <from> <to> <owner> <soldiers> <turns to go>
 *
 * each title with so many lines after it. We answer on standard output with marches of our own:
 *
 *     1 commands:
 *     <from> <to> <soldiers>
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST 2000 /* forts, roads and marches */
#define NAME 128

typedef struct {
    char name[NAME], owner[NAME];
    double x, y;
    int soldiers, danger; /* danger: enemies that march towards it */
} Fort;

static Fort forts[MOST];
static int fort_count;
static int roads[2 * MOST][2]; /* numbers of forts, both ways */
static int road_count;
static char commands[MOST][3 * NAME];
static int command_count;

static int find(const char *name)
{
    for (int i = 0; i < fort_count; i++)
        if (strcmp(forts[i].name, name) == 0)
            return i;
    return -1;
}

/* Read one picture; returns 0 when the match is over. */
static int read_turn(const char *me)
{
    char from[NAME], to[NAME], owner[NAME];
    int lines, size, steps;
    fort_count = road_count = command_count = 0;

    if (scanf("%d forts:", &lines) != 1)
        return 0;
    while (lines-- > 0) {
        Fort *f = &forts[fort_count < MOST - 1 ? fort_count++ : fort_count];
        scanf("%127s %lf %lf %127s %d", f->name, &f->x, &f->y, f->owner, &f->soldiers);
        f->danger = 0;
    }
    scanf("%d roads:", &lines);
    while (lines-- > 0 && scanf("%127s %127s", from, to) == 2) {
        int a = find(from), b = find(to);
        if (a < 0 || b < 0 || road_count > 2 * MOST - 2)
            continue;
        roads[road_count][0] = a, roads[road_count++][1] = b;
        roads[road_count][0] = b, roads[road_count++][1] = a;
    }
    scanf("%d marches:", &lines);
    while (lines-- > 0 && scanf("%127s %127s %127s %d %d", from, to, owner, &size, &steps) == 5)
        if (strcmp(owner, me) != 0 && find(to) >= 0)
            forts[find(to)].danger += size;
    return 1;
}

/* How many soldiers it takes to conquer a fort from here: those of others grow by one a turn until we arrive. */
static int needed(const Fort *from, const Fort *target)
{
    int turns = (int)ceil(hypot(from->x - target->x, from->y - target->y));
    return target->soldiers + (strcmp(target->owner, "neutral") == 0 ? 0 : turns) + 1;
}

static void command(int fort, const char *me, int turn)
{
    Fort *from = &forts[fort], *weakest = NULL, *friend = NULL;
    int idle = from->soldiers - from->danger; /* this is where your own ideas go */
    for (int i = 0, n = 0; i < road_count; i++) {
        Fort *to = &forts[roads[i][1]];
        if (roads[i][0] != fort)
            continue;
        if (strcmp(to->owner, me) != 0) {
            if (!weakest || needed(from, to) < needed(from, weakest))
                weakest = to;
        } else if (n++ <= turn % 3) /* another friend in each turn, so that soldiers get about */
            friend = to;
    }
    if (weakest && idle >= needed(from, weakest))
        sprintf(commands[command_count++], "%s %s %d", from->name, weakest->name, needed(from, weakest));
    else if (!weakest && friend && idle > 1)
        sprintf(commands[command_count++], "%s %s %d", from->name, friend->name, idle - 1);
}

int main(int argc, char **argv)
{
    const char *me = argv[argc - 1];
    for (int turn = 0; read_turn(me); turn++) {
        for (int i = 0; i < fort_count; i++)
            if (strcmp(forts[i].owner, me) == 0)
                command(i, me, turn);
        printf("%d commands:\n", command_count);
        for (int i = 0; i < command_count; i++)
            printf("%s\n", commands[i]);
        fflush(stdout); /* or the arena would wait for what is still in our buffer */
    }
    return 0;
}
