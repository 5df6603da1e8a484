import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/** The team war in Java: sends one ship less than it has from its strongest planet to the nearest one that is not its own. */
public class Neighbour {
    record Planet(int id, double x, double y, int growth, int owner, int ships) {
        double wayTo(Planet other) {
            return Math.hypot(x - other.x, y - other.y);
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        List<Planet> planets = new ArrayList<>();
        int message = 0;
        int own = 0;
        for (String line; (line = input.readLine()) != null; ) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "P" -> planets.add(planet(words));
                case "M" -> message = (int) Long.parseLong(words[1]);
                case "Y" -> own = Integer.parseInt(words[1]);
                default -> {
                    attack(planets, own);
                    System.out.print("M " + own + "\r\n.\r\n"); // as on another system
                    System.out.flush();
                    planets.clear();
                }
            }
        }
    }

    static Planet planet(String[] words) {
        return new Planet(
                Integer.parseInt(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]));
    }

    static void attack(List<Planet> planets, int own) {
        Planet source = null;
        Planet target = null;
        for (Planet planet : planets) {
            if (planet.owner() == own && (source == null || planet.ships() > source.ships())) {
                source = planet;
            }
        }
        for (Planet planet : planets) {
            if (source != null && planet.owner() != own && (target == null || planet.wayTo(source) < target.wayTo(source))) {
                target = planet;
            }
        }
        if (target != null && source.ships() > 1) {
            System.out.println("F " + source.id() + " " + target.id() + " " + (source.ships() - 1));
        }
    }
}
