import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;

/** 3. The conversation with the arena, line by line, as protocol.md describes it. */
final class Engine {
    private Position position = Position.parse(Position.START);
    private long seed = 1;
    private Random chance = new Random(seed);

    public static void main(String[] arguments) throws IOException {
        Engine engine = new Engine();
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        String line = input.readLine();
        while (line != null && engine.hear(line.trim().split("\\s+"))) { // ends when the arena closes our input
            line = input.readLine();
        }
    }

    /** Hears the words of a line; false when it is the last. */
    private boolean hear(String[] line) {
        Iterator<String> words = Arrays.asList(line).iterator();
        switch (words.next()) {
            case "ugi":
                introduce();
                break;
            case "isready":
                answer("readyok");
                break;
            case "uginewgame":
                chance = new Random(seed); // forget the last game: the same seed, the same moves
                break;
            case "setoption": // setoption name X value Y
                if (line.length == 5 && line[2].equals("Seed") && line[4].matches("\\d{1,10}")) {
                    seed = Long.parseLong(line[4]);
                    chance = new Random(seed);
                }
                break;
            case "position":
                hearPosition(words);
                break;
            case "go":
                hearGo(words);
                break;
            case "quit":
                return false;
            default: // every other word is ignored, as the protocol wants
        }
        return true;
    }

    private void introduce() {
        answer("id name Minimal Java");
        answer("id author the arena's authors");
        answer("option name UGI_Variant type combo default " + Position.GAME + " var " + Position.GAME);
        answer("option name Seed type spin default 1 min 0 max 2147483647");
        answer("ugiok");
    }

    /** position startpos|fen &lt;position&gt; [moves &lt;move&gt; ...] */
    private void hearPosition(Iterator<String> words) {
        try {
            StringBuilder text = new StringBuilder(words.next().equals("startpos") ? Position.START : "");
            while (words.hasNext()) {
                String word = words.next();
                if (word.equals("moves")) {
                    break;
                }
                text.append(text.length() == 0 ? "" : " ").append(word);
            }
            Position told = Position.parse(text.toString());
            while (words.hasNext()) {
                told.play(words.next());
            }
            position = told;
        } catch (RuntimeException mistyped) { // the arena sends no such line
            answer("info string cannot read that position");
        }
    }

    /** go, then pairs of a word and a number: movetime 1000, p1time 60000, depth 6. */
    private void hearGo(Iterator<String> words) {
        Map<String, Long> limits = new HashMap<>();
        while (words.hasNext()) {
            String name = words.next();
            String value = words.hasNext() ? words.next() : "";
            if (value.matches("\\d{1,18}")) {
                limits.put(name, Long.parseLong(value));
            }
        }
        // The arena never asks when the game is over; a person at the keyboard might.
        boolean isOver = position.moves().isEmpty();
        answer("bestmove " + (isOver ? "none" : Thinking.choose(position, limits, chance)));
    }

    /** Writes a line for the arena. Without the flush it might wait in a buffer for ever. */
    private static void answer(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }
}
