// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.record.SampleRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Writes the folder of a run with synthetic samples. */
final class RecordedRun {

    private static final long MILLI = 1_000_000;

    private final RunFolder folder;
    private List<String> requirements = List.of();
    private Optional<AppliedRules> rules = Optional.empty();
    private String failureMessage = "no answer </script>";
    private Scenario scenario = Scenario.SERVER;
    private double ratePerSecond = 100;
    private long firstTokenMillis = 20;
    private TokenSource source = TokenSource.USAGE;
    private long firstTokenCost = Timeline.UNKNOWN;
    private long wholeCost = Timeline.UNKNOWN;
    private IntUnaryOperator numbers = i -> (int) Query.NOT_NUMBERED;
    private SplittableRandom random;

    RecordedRun(Path path) {
        folder = new RunFolder(path);
    }

    /** Sets the sequence numbers of the samples, which have none by default. */
    RecordedRun numbered(IntUnaryOperator newNumbers) {
        numbers = newNumbers;
        return this;
    }

    RecordedRun requiring(String... wanted) {
        requirements = List.of(wanted);
        return this;
    }

    RecordedRun judgedBy(RuleSet set, String... own) {
        requirements = set.requirements(Scenario.SERVER, List.of(own));
        rules = Optional.of(new AppliedRules(set, set.relaxedBy(Scenario.SERVER, List.of(own))));
        return this;
    }

    /** Sets the message of failures. */
    RecordedRun failingWith(String message) {
        failureMessage = message;
        return this;
    }

    /** Sets the scenario, which is Server by default. */
    RecordedRun in(Scenario newScenario) {
        scenario = newScenario;
        return this;
    }

    /** Sets the rate, which is 100 per second by default. */
    RecordedRun at(double newRate) {
        ratePerSecond = newRate;
        return this;
    }

    /** Sets the time from the scheduled start to the first token, in milliseconds. */
    RecordedRun lasting(long millis) {
        firstTokenMillis = millis;
        return this;
    }

    /** Makes the token counts of all responses contradictory. */
    RecordedRun contradictingCounts() {
        source = TokenSource.CONTRADICTORY_USAGE;
        return this;
    }

    /** Lets workers send the samples. The arguments are the cost of coordination until the first token and of whole requests, in nanoseconds. */
    RecordedRun byWorkers(long newFirstTokenCost, long newWholeCost) {
        firstTokenCost = newFirstTokenCost;
        wholeCost = newWholeCost;
        return this;
    }

    /** Makes times and lengths random, with a fixed seed. */
    RecordedRun varied() {
        random = new SplittableRandom(1);
        return this;
    }

    /** Writes a run in which the last samples failed. */
    RunFolder of(int samples, int failed) throws IOException {
        writeDescription();
        try (SampleRecorder recorder = SampleRecorder.open(folder.records())) {
            long start = System.nanoTime();
            for (int i = 0; i < samples; i++) {
                ResponseListener listener =
                        recorder.sending(InferenceRequest.of(i, Prompt.of(1, 2, 3)), "http://a", numbers.applyAsInt(i));
                sample(listener, start + (long) (i * 1e9 / ratePerSecond), i >= samples - failed);
            }
        }
        return folder;
    }

    private void writeDescription() throws IOException {
        folder.write(new RunDescription(
                "1",
                Instant.EPOCH,
                "MLPerf LoadGen",
                scenario,
                "server, " + ratePerSecond + " queries/s",
                Optional.of(ratePerSecond),
                "model",
                "vllm-chat",
                "jdk",
                true,
                List.of("http://a"),
                "prompts",
                16,
                List.of(new RunDescription.Setting("--target-qps", "100", "flag")),
                requirements,
                rules,
                Map.of("tpot", Duration.ofMillis(20)),
                new Environment("JVM", "Linux", "CPU", 2, 1 << 30, Map.of(), Optional.empty()),
                Optional.empty()));
    }

    private void sample(ResponseListener listener, long scheduled, boolean failed) {
        long none = Timeline.UNKNOWN;
        if (failed) {
            listener.failed(
                    new Failure(Failure.Kind.TIMEOUT, failureMessage),
                    new Timeline(
                            scheduled,
                            scheduled,
                            scheduled,
                            scheduled,
                            none,
                            none,
                            none,
                            none,
                            scheduled + 500 * MILLI,
                            none,
                            scheduled + 500 * MILLI));
            return;
        }
        long first = scheduled + MILLI + varied((firstTokenMillis - 1) * MILLI);
        int tokens = 3 + (random == null ? 0 : random.nextInt(60));
        listener.firstToken(first, Output.NOTHING);
        long last = first;
        for (int i = 1; i < tokens; i++) {
            last += varied(5 * MILLI);
            listener.tokens(last, 0);
        }
        listener.end(new Response(
                Output.of("abc"),
                tokens,
                source,
                0,
                new Usage(3, 0, tokens, 0),
                "stop",
                new Timeline(
                        scheduled,
                        scheduled,
                        scheduled,
                        scheduled + MILLI,
                        first - MILLI / 2,
                        first,
                        first,
                        last,
                        last + MILLI,
                        first,
                        last + MILLI,
                        onWorker(first - scheduled - MILLI, firstTokenCost),
                        onWorker(last - scheduled, wholeCost))));
    }

    /** Returns the part of a time since the send that a worker measured; unknown if no worker sent the sample. */
    private static long onWorker(long sinceSent, long cost) {
        return cost == Timeline.UNKNOWN ? Timeline.UNKNOWN : sinceSent - cost;
    }

    /** Returns the value, or a random value around it if the run is varied. */
    private long varied(long nanos) {
        return random == null ? nanos : (long) (nanos * (0.2 - Math.log(1 - random.nextDouble())));
    }

    /** Writes the outcome of a run. */
    static void end(RunFolder folder, Verdict verdict, String... reasons) throws IOException {
        endBecause(
                folder,
                verdict,
                Stream.of(reasons)
                        .map(text -> new Reason(Reason.Code.OTHER, text))
                        .toArray(Reason[]::new));
    }

    /** Writes the outcome of a run, with reasons that have codes. */
    static void endBecause(RunFolder folder, Verdict verdict, Reason... reasons) throws IOException {
        folder.write(outcome(verdict, List.of(reasons), List.of(), Optional.empty()));
    }

    /** Writes the outcome of a client whose pauses were long, but that had no other delays. */
    static void endPaused(RunFolder folder, long pauseMillis) throws IOException {
        endPaused(folder, pauseMillis, 0);
    }

    /** Writes the outcome of a client with long pauses, of which garbage collection caused a share of the time. */
    static void endPaused(RunFolder folder, long pauseMillis, double gcShare) throws IOException {
        Delay pauses = new Delay(6000, 0, pauseMillis * MILLI, pauseMillis * MILLI, pauseMillis * MILLI);
        ClientHealth health = new ClientHealth(
                Duration.ofMinutes(1),
                new ClientHealth.Sends(Delay.NONE, Delay.NONE, Delay.NONE, Delay.NONE),
                List.of(),
                pauses,
                0.1,
                2,
                new ClientHealth.GarbageCollection(10, Duration.ofMillis(pauseMillis), gcShare),
                List.of());
        folder.write(outcome(
                Verdict.INVALID,
                health.reasons(ClientLimits.DEFAULTS),
                List.of(),
                Optional.empty(),
                Optional.of(health),
                Optional.of(ClientLimits.DEFAULTS)));
    }

    /** Writes a valid outcome with a profiler and files. */
    static void endUnder(String profiler, RunFolder folder, String... files) throws IOException {
        folder.write(outcome(Verdict.VALID, List.of(), List.of(files), Optional.of(profiler)));
    }

    /** Writes a valid outcome with statistics of engines. */
    static void endWith(RunFolder folder, EngineStatistics... engines) throws IOException {
        folder.write(outcome(Verdict.VALID, List.of(), List.of(), Optional.empty(), engines));
    }

    /** Writes a valid outcome with the health of the client. */
    static void endWith(RunFolder folder, ClientHealth health, ClientLimits limits) throws IOException {
        folder.write(outcome(
                Verdict.VALID, List.of(), List.of(), Optional.empty(), Optional.of(health), Optional.of(limits)));
    }

    private static RunOutcome outcome(
            Verdict verdict,
            List<Reason> reasons,
            List<String> files,
            Optional<String> profiler,
            EngineStatistics... engines) {
        return outcome(verdict, reasons, files, profiler, Optional.empty(), Optional.empty(), engines);
    }

    private static RunOutcome outcome(
            Verdict verdict,
            List<Reason> reasons,
            List<String> files,
            Optional<String> profiler,
            Optional<ClientHealth> health,
            Optional<ClientLimits> limits,
            EngineStatistics... engines) {
        return new RunOutcome(
                Instant.EPOCH,
                verdict,
                reasons.stream().map(Reason::text).toList(),
                reasons.stream().map(reason -> reason.code().name()).toList(),
                health.isPresent()
                        && reasons.stream().anyMatch(reason -> reason.code().isClientLimited()),
                10,
                10,
                0,
                Optional.of(TestMode.PERFORMANCE_ONLY),
                Optional.empty(),
                Optional.of("6.0.17"),
                health,
                limits,
                List.of(),
                files,
                profiler,
                List.of(),
                List.of(engines),
                Optional.empty());
    }
}
