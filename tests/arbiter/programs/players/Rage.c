/* Planet Wars in C: every planet with enough ships sends all of them to the nearest enemy planet. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST 400

static double x[MOST], y[MOST];
static int owner[MOST], ships[MOST], growth[MOST], planets;

static int nearest_enemy(int from) {
    int best = -1;
    double best_way = 0;
    for (int i = 0; i < planets; i++) {
        double way = hypot(x[i] - x[from], y[i] - y[from]);
        if (owner[i] > 1 && (best < 0 || way < best_way)) {
            best = i;
            best_way = way;
        }
    }
    return best;
}

static void give_orders(void) {
    for (int i = 0; i < planets; i++) {
        int target = nearest_enemy(i);
        if (owner[i] == 1 && target >= 0 && ships[i] >= 10 * growth[i] && ships[i] > 0)
            printf("%d %d %d\n", i, target, ships[i]);
    }
    printf("go\n");
    fflush(stdout);
}

int main(void) {
    char line[1000];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "go", 2)) {
            give_orders();
            planets = 0;
        } else if (line[0] == 'P' && planets < MOST) {
            sscanf(line, "P %lf %lf %d %d %d", &x[planets], &y[planets], &owner[planets], &ships[planets],
                   &growth[planets]);
            planets++;
        }
        fprintf(stderr, "read %s", line); /* programs like to talk to themselves */
    }
    return 0;
}
