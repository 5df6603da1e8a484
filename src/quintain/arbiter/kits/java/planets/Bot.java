import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.
 *
 * <p>Every turn the arena writes a picture of the galaxy to our standard input:
 *
 * <pre>
 * P id x y growth owner ships    one line for each planet; owner 0 is nobody
 * M number                       what our teammate has told us
 * Y id                           who we are
 * .                              the picture is complete
 * </pre>
 *
 * We answer on standard output with as many launches as we like, and a dot:
 *
 * <pre>
 * F from to ships
 * .
 * </pre>
 */
public class Bot {
    record Planet(int id, double x, double y, int growth, int owner, int ships) {
        static Planet parse(String[] words) {
            return new Planet(
                    Integer.parseInt(words[1]),
                    Double.parseDouble(words[2]),
                    Double.parseDouble(words[3]),
                    Integer.parseInt(words[4]),
                    Integer.parseInt(words[5]),
                    Integer.parseInt(words[6]));
        }

        /** Turns that a fleet takes. */
        int distance(Planet other) {
            return Math.max(1, (int) Math.hypot(x - other.x, y - other.y));
        }

        /** How many ships it takes to conquer a planet from here: those of others grow until we arrive. */
        int needed(Planet target) {
            int grown = target.owner == 0 ? 0 : target.growth * distance(target);
            return target.ships + grown + 1;
        }

        /** Cheap, near and fertile is good, and a low price: this is where your own ideas go. */
        double price(Planet target) {
            return (needed(target) + distance(target)) / (target.growth + 1.0);
        }
    }

    private final List<Planet> planets = new ArrayList<>();
    // Fleets are invisible, so we remember when our own will have landed, by the planet's id.
    private final Map<Integer, Integer> landed = new HashMap<>();
    private int me;
    private int turn = 1;

    public static void main(String[] arguments) throws IOException {
        new Bot().play(new BufferedReader(new InputStreamReader(System.in)));
    }

    void play(BufferedReader arena) throws IOException {
        for (String line = arena.readLine(); line != null; line = arena.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "P" -> planets.add(Planet.parse(words));
                case "Y" -> me = Integer.parseInt(words[1]);
                case "." -> {
                    System.out.print(answer());
                    System.out.flush(); // or the arena would wait for what is still in our buffer
                    planets.clear();
                    turn++;
                }
                default -> {}
            }
        }
    }

    String answer() {
        StringBuilder orders = new StringBuilder();
        for (Planet from : planets) {
            if (from.owner() != me) continue;
            Optional<Planet> best = planets.stream()
                    .filter(target -> target.owner() != me && from.needed(target) <= from.ships())
                    .filter(target -> landed.getOrDefault(target.id(), 0) <= turn)
                    .min(Comparator.comparingDouble(from::price));
            best.ifPresent(target -> {
                orders.append("F %d %d %d\n".formatted(from.id(), target.id(), from.needed(target)));
                landed.put(target.id(), turn + from.distance(target));
            });
        }
        return orders.append(".\n").toString();
    }
}
