// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How a server started. Immutable.
 *
 * @param patterns the name of those that were used
 * @param begin the first stamp of the log of this start
 * @param ready when it was ready for requests; empty if the log does not say so
 * @param last the last moment of its start that the log tells of
 * @param phases in the order in which they began
 * @param facts what it told
 * @param sleeps what happened after it was ready
 * @param unfinished the phase in which the log ends, if the server was not ready by then
 * @param failure why it did not start, in its own words
 * @param remarks what to know before trusting this
 */
public record Startup(
        StartedServer server,
        String patterns,
        Instant begin,
        Optional<Instant> ready,
        Instant last,
        List<Phase> phases,
        Map<Fact, Double> facts,
        List<SleepWake> sleeps,
        Optional<String> unfinished,
        Optional<String> failure,
        List<String> remarks) {

    /** From its first line until it was ready, or until the log ends. */
    public Span span() {
        return new Span(begin, ready.orElse(last));
    }

    /** What of that time is in no phase. */
    public List<Span> uncategorized() {
        return span().without(
                        phases.stream().flatMap(phase -> phase.spans().stream()).toList());
    }

    /** A number that it told. */
    public OptionalDouble fact(Fact fact) {
        Double value = facts.get(fact);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** How fast the model was loaded, in bytes per second; empty if the log lacks its size or its time. */
    public OptionalDouble loadRate() {
        OptionalDouble size = fact(Fact.LOAD_SIZE);
        OptionalDouble time = fact(Fact.LOAD_TIME);
        return size.isPresent() && time.isPresent() && time.getAsDouble() > 0
                ? OptionalDouble.of(size.getAsDouble() / time.getAsDouble())
                : OptionalDouble.empty();
    }
}
