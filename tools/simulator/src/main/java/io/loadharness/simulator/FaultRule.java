// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/**
 * When a fault happens by itself: at every N-th request, or with a probability.
 *
 * @param fault what happens
 * @param every at the requests N, 2N, 3N and so on, counted from 1; 0 if it goes by probability
 * @param probability for each request; 0 if it goes by number
 */
public record FaultRule(Fault fault, long every, double probability) {

    public FaultRule {
        if (every < 0) {
            throw new IllegalArgumentException(fault.label() + " must happen at every N-th request, N at least 1");
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException(
                    "The probability of " + fault.label() + " must be from 0 to 1: " + probability);
        }
        if ((every == 0) == (probability == 0)) {
            throw new IllegalArgumentException(fault.label()
                    + " must have either a number of requests of at least 1 or a probability of more than 0");
        }
    }

    /** At every N-th request. */
    public static FaultRule every(long n, Fault fault) {
        return new FaultRule(fault, n, 0);
    }

    /** With a probability, which the server's seed decides. */
    public static FaultRule withProbability(double probability, Fault fault) {
        return new FaultRule(fault, 0, probability);
    }

    /** Reads {@code http-500=every:10} or {@code rst-in-stream=probability:0.01}. */
    public static FaultRule parse(String text) {
        int equals = text.indexOf('=');
        int colon = text.indexOf(':', equals + 1);
        if (equals > 0 && colon > 0) {
            Fault fault = Fault.of(text.substring(0, equals));
            String value = text.substring(colon + 1);
            try {
                String when = text.substring(equals + 1, colon);
                if (when.equals("every")) {
                    return every(Long.parseLong(value), fault);
                }
                if (when.equals("probability")) {
                    return withProbability(Double.parseDouble(value), fault);
                }
            } catch (NumberFormatException e) {
                // said below
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no rule for a fault: write NAME=every:10 or NAME=probability:0.01");
    }

    boolean applies(long number, long random) {
        return every > 0 ? number % every == 0 : Mix.unit(random) < probability;
    }
}
