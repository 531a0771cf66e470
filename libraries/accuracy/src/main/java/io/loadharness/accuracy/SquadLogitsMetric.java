// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.accuracy.SquadFile.Question;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The exact match and the F1 of BERT on SQuAD 1.1, in percent. A response contains the scores of each token as the start and as the end of
 * the answer text: first all start scores, then all end scores. The samples are those of MLPerf's data set: questions with windows of 384
 * tokens.
 *
 * <p>With the script accuracy-squad.py and its option {@code --output_transposed}, MLPerf computes the same scores. {@link Interleaved}
 * reads responses that the script scores without this option.
 */
public sealed class SquadLogitsMetric implements AccuracyMetric permits SquadLogitsMetric.Interleaved {

    private static final int BEST = 20;
    private static final int MAX_ANSWER = 30;
    private static final double PADDING = -10_000;

    /** Creates the metric. */
    public SquadLogitsMetric() {}

    /**
     * The metric {@link SquadLogitsMetric} for responses in which the end score of each token follows the start score of this token.
     * MLPerf's own programs write such responses.
     */
    public static final class Interleaved extends SquadLogitsMetric {

        /** Creates the metric. */
        public Interleaved() {}

        @Override
        public String name() {
            return "squad-logits-interleaved";
        }

        @Override
        int indexOf(int token, boolean end, int tokens) {
            return 2 * token + (end ? 1 : 0);
        }
    }

    @Override
    public String name() {
        return "squad-logits";
    }

    /** Returns the index of the start score or the end score of a token in a response. */
    int indexOf(int token, boolean end, int tokens) {
        return token + (end ? tokens : 0);
    }

    @Override
    public String targets() {
        return "SQuAD's dev-v1.1.json, with the vocab.txt of BERT in the same folder";
    }

    @Override
    public Scorer scorer(ScoringInput input) throws IOException {
        Path file = Targets.require(input.targets());
        if (!SquadFile.isOne(file)) {
            throw new AccuracyException(file + " is not SQuAD's dev-v1.1.json: give this file");
        }
        List<Question> questions = SquadFile.read(file);
        WordPieces tokenizer = WordPieces.read(file.resolveSibling("vocab.txt"));
        return new Windows(
                questions, QuestionWindow.of(questions, tokenizer), input.type().orElse(Tensor.Type.FLOAT32));
    }

    /** The best answer in a window. */
    private record Best(int first, int last, double score) {}

    private final class Windows implements Scorer {

        private final List<Question> questions;
        private final List<QuestionWindow> windows;
        private final Tensor.Type type;
        private final List<Best> best = new ArrayList<>();

        Windows(List<Question> questions, List<QuestionWindow> windows, Tensor.Type type) {
            this.questions = questions;
            this.windows = windows;
            this.type = type;
            IntStream.range(0, windows.size()).forEach(each -> best.add(new Best(0, 0, Double.NEGATIVE_INFINITY)));
        }

        @Override
        public int samples() {
            return windows.size();
        }

        @Override
        public OptionalDouble score(LoggedAnswer answer) throws AccuracyException {
            int count = answer.count(type);
            if (count % 2 != 0 || count > 2 * QuestionWindow.INPUT) {
                throw new AccuracyException(answer.place() + ": the response to sample " + answer.sample() + " has "
                        + count
                        + " numbers, but it must have a start score and an end score for each of at most "
                        + QuestionWindow.INPUT + " tokens: set the output of the engine to the two outputs with the"
                        + " scores, and the type of the numbers");
            }
            double[] starts = logits(answer, false, count / 2);
            double[] ends = logits(answer, true, count / 2);
            QuestionWindow window = windows.get(answer.sample());
            for (int first : highest(starts)) {
                for (int last : highest(ends)) {
                    double score = starts[first] + ends[last];
                    if (window.isText(first)
                            && window.isText(last)
                            && last >= first
                            && last - first < MAX_ANSWER
                            && score > best.get(answer.sample()).score
                            && window.hasMostContext(first)) {
                        best.set(answer.sample(), new Best(first, last, score));
                    }
                }
            }
            return OptionalDouble.empty();
        }

        private double[] logits(LoggedAnswer answer, boolean end, int tokens) {
            return IntStream.range(0, QuestionWindow.INPUT)
                    .mapToDouble(each -> each < tokens ? answer.number(type, indexOf(each, end, tokens)) : PADDING)
                    .toArray();
        }

        /** Returns the positions of the highest scores. Of equal scores, the first one comes first. */
        private int[] highest(double[] scores) {
            return IntStream.range(0, scores.length)
                    .boxed()
                    .sorted(Comparator.comparing((Integer each) -> scores[each]).reversed())
                    .limit(BEST)
                    .mapToInt(each -> each)
                    .toArray();
        }

        @Override
        public Map<String, Double> totals(int expected) {
            return scores(expected).totals(questions(expected));
        }

        @Override
        public String referenceLine(int expected) {
            return scores(expected).referenceLine(questions(expected));
        }

        /** Returns the number of questions of a run that has only the first samples. */
        private int questions(int expected) {
            return expected == 0
                    ? 0
                    : windows.get(Math.min(expected, windows.size()) - 1).question() + 1;
        }

        private SquadScores scores(int expected) {
            SquadScores scores =
                    new SquadScores(questions.stream().map(Question::answers).toList());
            int window = 0;
            for (int question = 0; question < questions(expected); question++) {
                int chosen = -1;
                for (; window < windows.size() && windows.get(window).question() == question; window++) {
                    if (best.get(window).score > (chosen < 0 ? Double.NEGATIVE_INFINITY : best.get(chosen).score)) {
                        chosen = window;
                    }
                }
                scores.add(
                        question,
                        chosen < 0
                                ? "empty" // as in MLPerf's script
                                : windows.get(chosen).answer(best.get(chosen).first, best.get(chosen).last));
            }
            return scores;
        }
    }
}
