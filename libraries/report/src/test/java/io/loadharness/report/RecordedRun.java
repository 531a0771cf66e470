// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
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
import java.util.stream.Stream;

/** Makes the folder of a run, with samples that went as told. */
final class RecordedRun {

    private static final long MILLI = 1_000_000;

    private final RunFolder folder;
    private List<String> requirements = List.of();
    private String complaint = "no answer </script>";
    private double ratePerSecond = 100;
    private long firstTokenMillis = 20;
    private SplittableRandom random;

    RecordedRun(Path path) {
        folder = new RunFolder(path);
    }

    RecordedRun requiring(String... wanted) {
        requirements = List.of(wanted);
        return this;
    }

    /** What failures say. */
    RecordedRun complaining(String message) {
        complaint = message;
        return this;
    }

    /** At a rate other than a hundred a second. */
    RecordedRun at(double newRate) {
        ratePerSecond = newRate;
        return this;
    }

    /** With so many milliseconds until the first token, from due time. */
    RecordedRun lasting(long millis) {
        firstTokenMillis = millis;
        return this;
    }

    /** With times and lengths that differ, the same ones each time. */
    RecordedRun varied() {
        random = new SplittableRandom(1);
        return this;
    }

    /** A server run of so many samples, the last ones of which failed. */
    RunFolder of(int samples, int failed) throws IOException {
        begin();
        try (SampleRecorder recorder = SampleRecorder.open(folder.records())) {
            long begin = System.nanoTime();
            for (int i = 0; i < samples; i++) {
                ResponseListener listener = recorder.sending(InferenceRequest.of(i, Prompt.of(1, 2, 3)), "http://a");
                sample(listener, begin + (long) (i * 1e9 / ratePerSecond), i >= samples - failed);
            }
        }
        return folder;
    }

    private void begin() throws IOException {
        folder.write(new RunDescription(
                "1",
                Instant.EPOCH,
                "MLPerf LoadGen",
                Scenario.SERVER,
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
                Map.of("tpot", Duration.ofMillis(20)),
                new Environment("JVM", "Linux", "CPU", 2, 1 << 30, Map.of(), Optional.empty())));
    }

    private void sample(ResponseListener listener, long due, boolean failed) {
        long none = Timeline.UNKNOWN;
        if (failed) {
            listener.failed(
                    new Failure(Failure.Kind.TIMEOUT, complaint),
                    new Timeline(
                            due, due, due, due, none, none, none, none, due + 500 * MILLI, none, due + 500 * MILLI));
            return;
        }
        long first = due + MILLI + some((firstTokenMillis - 1) * MILLI);
        int tokens = 3 + (random == null ? 0 : random.nextInt(60));
        listener.firstToken(first, Output.NOTHING);
        long last = first;
        for (int i = 1; i < tokens; i++) {
            last += some(5 * MILLI);
            listener.tokens(last, 0);
        }
        listener.end(new Response(
                Output.of("abc"),
                tokens,
                TokenSource.USAGE,
                0,
                new Usage(3, 0, tokens, 0),
                "stop",
                new Timeline(
                        due,
                        due,
                        due,
                        due + MILLI,
                        first - MILLI / 2,
                        first,
                        first,
                        last,
                        last + MILLI,
                        first,
                        last + MILLI)));
    }

    /** This, or about this. */
    private long some(long nanos) {
        return random == null ? nanos : (long) (nanos * (0.2 - Math.log(1 - random.nextDouble())));
    }

    /** Says how the run ended. */
    static void end(RunFolder folder, Verdict verdict, String... reasons) throws IOException {
        endBecause(
                folder,
                verdict,
                Stream.of(reasons)
                        .map(text -> new Reason(Reason.Code.OTHER, text))
                        .toArray(Reason[]::new));
    }

    /** Writes how the run ended, with coded reasons. */
    static void endBecause(RunFolder folder, Verdict verdict, Reason... reasons) throws IOException {
        folder.write(outcome(verdict, List.of(reasons), List.of(), Optional.empty()));
    }

    /** Says that it ended well, under a profiler, and what belongs to it. */
    static void endUnder(String profiler, RunFolder folder, String... files) throws IOException {
        folder.write(outcome(Verdict.VALID, List.of(), List.of(files), Optional.of(profiler)));
    }

    private static RunOutcome outcome(
            Verdict verdict, List<Reason> reasons, List<String> files, Optional<String> profiler) {
        return new RunOutcome(
                Instant.EPOCH,
                verdict,
                reasons.stream().map(Reason::text).toList(),
                reasons.stream().map(reason -> reason.code().name()).toList(),
                false,
                10,
                10,
                0,
                Optional.of(TestMode.PERFORMANCE_ONLY),
                Optional.empty(),
                Optional.of("6.0.17"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                files,
                profiler);
    }
}
