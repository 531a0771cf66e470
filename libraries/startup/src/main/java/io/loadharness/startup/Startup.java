// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The start of a server, as read from its log. Immutable.
 *
 * <pre>{@code
 * Startup startup = StartupLog.read(Path.of("vllm.log"), ZoneOffset.UTC, Optional.empty(), PatternPack.builtIn()).get(0);
 * startup.phases().forEach(phase -> System.out.println(phase.title() + " " + phase.elapsed()));
 * }</pre>
 *
 * @param server the server
 * @param patterns the name of the pattern pack
 * @param start the first timestamp of this start
 * @param ready the time at which the server was ready; empty if the log does not contain this time
 * @param last the last timestamp of this start
 * @param phases the phases, sorted by their start
 * @param facts the numbers that the server logged
 * @param sleeps the sleep mode changes after the server was ready
 * @param unfinished the title of the phase in which the log ends; empty if the server was ready before, or if the log ends outside a phase
 * @param failure the reason for a failed start, as logged; empty if no reason was logged
 * @param warnings warnings about the accuracy of this analysis
 */
public record Startup(
        StartedServer server,
        String patterns,
        Instant start,
        Optional<Instant> ready,
        Instant last,
        List<Phase> phases,
        Map<Fact, Double> facts,
        List<SleepWake> sleeps,
        Optional<String> unfinished,
        Optional<String> failure,
        List<String> warnings) {

    /**
     * Returns the span from the first line of this start until the server was ready. If the server was never ready, the span lasts until
     * the last line of this start.
     */
    public Span span() {
        return new Span(start, ready.orElse(last));
    }

    /** Returns the parts of {@link #span} that no phase covers. */
    public List<Span> uncategorized() {
        return span().without(
                        phases.stream().flatMap(phase -> phase.spans().stream()).toList());
    }

    /** Returns a copy with this load format, for logs that do not contain the load format. */
    public Startup withLoadFormat(String format) {
        StartedServer known = new StartedServer(
                server.service(),
                server.version(),
                server.model(),
                Optional.of(format),
                server.sleepMode(),
                server.arguments(),
                server.devices());
        return new Startup(known, patterns, start, ready, last, phases, facts, sleeps, unfinished, failure, warnings);
    }

    /** Returns a logged number; empty if the server did not log this number. */
    public OptionalDouble fact(Fact fact) {
        Double value = facts.get(fact);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the load rate of the model in bytes per second; empty if the log does not contain the size of the model or the load time. */
    public OptionalDouble loadRate() {
        OptionalDouble size = fact(Fact.LOAD_SIZE);
        OptionalDouble time = fact(Fact.LOAD_TIME);
        return size.isPresent() && time.isPresent() && time.getAsDouble() > 0
                ? OptionalDouble.of(size.getAsDouble() / time.getAsDouble())
                : OptionalDouble.empty();
    }
}
