// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/**
 * A rule that selects the requests with a fault: every N-th request, or each request with a probability.
 *
 * @param fault the fault
 * @param every the interval N: the requests N, 2N, 3N and so on have the fault, counted from 1; 0 if {@code probability} is used
 * @param probability the probability that a request has the fault; 0 if {@code every} is used
 */
public record FaultRule(Fault fault, long every, double probability) {

    public FaultRule {
        if (every < 0) {
            throw new IllegalArgumentException(
                    "the interval of " + fault.label() + " must be at least 1: got " + every);
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException(
                    "the probability of " + fault.label() + " must be from 0 to 1: got " + probability);
        }
        if ((every == 0) == (probability == 0)) {
            throw new IllegalArgumentException(
                    fault.label() + " needs either an interval of at least 1 or a probability greater than 0");
        }
    }

    /** Creates a rule that selects every N-th request. */
    public static FaultRule every(long n, Fault fault) {
        return new FaultRule(fault, n, 0);
    }

    /** Creates a rule that selects each request with a probability. The seed of the server determines the selected requests. */
    public static FaultRule withProbability(double probability, Fault fault) {
        return new FaultRule(fault, 0, probability);
    }

    /** Parses a rule, such as {@code http-500=every:10} or {@code rst-in-stream=probability:0.01}. */
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
                // reported below
            }
        }
        throw new IllegalArgumentException(
                "Invalid fault rule '" + text + "': use NAME=every:10 or NAME=probability:0.01");
    }

    boolean applies(long number, long random) {
        return every > 0 ? number % every == 0 : SplitMix.unit(random) < probability;
    }
}
