// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.internal.NamedServices;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.ServiceLoader;

/**
 * A metric that compares the responses of a run with targets, for example with labels. {@link ServiceLoader} finds the metric. A metric is
 * stateless. The {@link Scorer} has the state of one computation.
 *
 * <pre>{@code
 * public final class AnswerLength implements AccuracyMetric {
 *     public String name() {
 *         return "answer-length";
 *     }
 *
 *     public String targets() {
 *         return "any data set";
 *     }
 *
 *     public Scorer scorer(ScoringInput input) throws IOException {
 *         return new LengthScorer(Dataset.read(input.targets()).rows());
 *     }
 * }
 * }</pre>
 */
public interface AccuracyMetric {

    /** Returns the name, for example {@code top-1}. */
    String name();

    /** Returns the targets that the metric needs, as a phrase for messages, for example "a file with one label for each sample". */
    String targets();

    /**
     * Reads the targets.
     *
     * @throws AccuracyException if the targets or a setting cannot be used; the message gives the file and the location
     */
    Scorer scorer(ScoringInput input) throws IOException;

    /** The scores of one run. Not thread-safe. */
    interface Scorer {

        /** Returns the number of samples that have targets. */
        int samples();

        /**
         * Scores a response. Called once for each sample, in any order, and only for samples that have targets.
         *
         * @return the score of the sample; empty if the metric scores only all samples together
         * @throws AccuracyException if the response cannot be read, for example because it has another type
         */
        OptionalDouble score(LoggedAnswer answer) throws IOException;

        /**
         * Returns the scores of all samples by name, the most important score first. Names are in snake case, for example {@code accuracy}.
         *
         * @param expected the number of samples of the run, including those without a response
         */
        Map<String, Double> totals(int expected);

        /** Returns the line that MLPerf's script for this metric prints. The submission checker reads this line. */
        String referenceLine(int expected);

        /** Returns a hint about the scores, for example that all classes differ by one; empty without a hint. */
        default String hint() {
            return "";
        }
    }

    /**
     * Returns a metric by name.
     *
     * @throws IllegalArgumentException if no metric or several metrics have the name; the message suggests the most similar name
     */
    static AccuracyMetric named(String name) {
        return NamedServices.find(
                "accuracy metric", ServiceLoader.load(AccuracyMetric.class), AccuracyMetric::name, name);
    }
}
