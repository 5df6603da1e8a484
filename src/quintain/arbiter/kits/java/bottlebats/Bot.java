import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
 * neighbour send their soldiers on.
 *
 * <p>We are started with our name as the last argument. Every turn the arena writes what we see to our standard input:
 *
 * <pre>
 * 2 forts:            name x y owner (or neutral) soldiers
 * 1 roads:            fort fort
 * 1 marches:          from to owner soldiers turns-to-go
 * </pre>
 *
 * each title with so many lines after it. We answer on standard output with marches of our own:
 *
 * <pre>
 * 1 commands:
 * from to soldiers
 * </pre>
 */
public class Bot {
    static class Fort {
        String name, owner;
        double x, y;
        int soldiers;
        int danger; // enemies that march towards it
        final List<Fort> neighbours = new ArrayList<>();

        Fort(String[] words) {
            name = words[0];
            x = Double.parseDouble(words[1]);
            y = Double.parseDouble(words[2]);
            owner = words[3];
            soldiers = Integer.parseInt(words[4]);
        }

        /** How many soldiers it takes to conquer a fort from here: those of others grow by one a turn. */
        int needed(Fort target) {
            int turns = (int) Math.ceil(Math.hypot(x - target.x, y - target.y));
            return target.soldiers + (target.owner.equals("neutral") ? 0 : turns) + 1;
        }
    }

    private final BufferedReader arena = new BufferedReader(new InputStreamReader(System.in));
    private final String me;
    private int turn;

    Bot(String me) {
        this.me = me;
    }

    public static void main(String[] arguments) throws IOException {
        new Bot(arguments[arguments.length - 1]).play();
    }

    void play() throws IOException {
        for (String title = arena.readLine(); title != null; title = arena.readLine()) {
            Map<String, Fort> forts = new LinkedHashMap<>();
            for (String[] words : section(title)) forts.put(words[0], new Fort(words));
            for (String[] words : section(arena.readLine())) {
                forts.get(words[0]).neighbours.add(forts.get(words[1]));
                forts.get(words[1]).neighbours.add(forts.get(words[0]));
            }
            for (String[] words : section(arena.readLine()))
                if (!words[2].equals(me)) forts.get(words[1]).danger += Integer.parseInt(words[3]);

            List<String> commands = new ArrayList<>();
            for (Fort fort : forts.values()) if (fort.owner.equals(me)) command(fort, commands);
            System.out.println(commands.size() + " commands:");
            commands.forEach(System.out::println);
            System.out.flush(); // or the arena would wait for what is still in our buffer
            turn++;
        }
    }

    /** The lines that belong to a title like "3 forts:", each split into words. */
    List<String[]> section(String title) throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (int left = Integer.parseInt(title.split(" ")[0]); left > 0; left--)
            rows.add(arena.readLine().split(" "));
        return rows;
    }

    /** Where soldiers of this fort should go, and how many: this is where your own ideas go. */
    void command(Fort from, List<String> commands) {
        int idle = from.soldiers - from.danger;
        List<Fort> foreign = from.neighbours.stream().filter(fort -> !fort.owner.equals(me)).toList();
        if (!foreign.isEmpty()) {
            Fort weakest = foreign.stream().min(Comparator.comparingInt(from::needed)).get();
            if (from.needed(weakest) <= idle)
                commands.add(from.name + " " + weakest.name + " " + from.needed(weakest));
        } else if (!from.neighbours.isEmpty() && idle > 1) {
            // All neighbours are ours: another one in each turn, so that soldiers get about.
            Fort friend = from.neighbours.get(turn % from.neighbours.size());
            commands.add(from.name + " " + friend.name + " " + (idle - 1));
        }
    }
}
