// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The exact match and the F1 of answers as text, in percent, as SQuAD 1.1 defines them. Texts are compared without case, punctuation,
 * articles and additional white space. If a sample has several correct answers, the best score counts. A sample without a response has the
 * score 0.
 */
public final class SquadMetric implements AccuracyMetric {

    /** Creates the metric. */
    public SquadMetric() {}

    @Override
    public String name() {
        return "squad";
    }

    @Override
    public String targets() {
        return "SQuAD's dev-v1.1.json, or a data set with a column of correct answers";
    }

    @Override
    public Scorer scorer(ScoringInput input) throws IOException {
        List<List<String>> answers = Targets.answers(input);
        SquadScores scores = new SquadScores(answers);
        return new Scorer() {

            @Override
            public int samples() {
                return answers.size();
            }

            @Override
            public OptionalDouble score(LoggedAnswer answer) throws IOException {
                return OptionalDouble.of(scores.add(answer.sample(), input.text(answer)));
            }

            @Override
            public Map<String, Double> totals(int expected) {
                return scores.totals(expected);
            }

            @Override
            public String referenceLine(int expected) {
                return scores.referenceLine(expected);
            }
        };
    }
}
