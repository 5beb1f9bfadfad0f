import java.util.List;
import java.util.Map;
import java.util.Random;

/** 1. Your thinking. Begin here; the rest is done. */
final class Thinking {
    /**
     * YOUR THINKING GOES HERE. Returns one of {@code position.moves()}; there is at least one.
     *
     * <p>{@code limits} has what the arena said after {@code go}, such as {movetime=1000}, in milliseconds. To
     * look ahead, play on a copy: {@code Position after = position.copy(); after.play(move);}. Take chance from
     * {@code chance} alone, so that the same seed plays the same game again.
     */
    static Move choose(Position position, Map<String, Long> limits, Random chance) {
        List<Move> moves = position.moves();
        return moves.get(chance.nextInt(moves.size()));
    }

    private Thinking() {}
}
