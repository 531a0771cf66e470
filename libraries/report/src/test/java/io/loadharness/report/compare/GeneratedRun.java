// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.Failure;
import io.loadharness.Scenario;
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
import io.loadharness.report.Environment;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Writes the folder of a run whose TTFT has a shifted exponential distribution. */
record GeneratedRun(
        int samples, int failed, long seed, double shiftMillis, String model, boolean streamed, TokenSource source) {

    static final double MEAN_MILLIS = 20;
    private static final double MILLI = 1e6;

    static GeneratedRun of(int samples, long seed) {
        return new GeneratedRun(samples, 0, seed, 0, "model", true, TokenSource.USAGE);
    }

    GeneratedRun shiftedBy(double millis) {
        return new GeneratedRun(samples, failed, seed, millis, model, streamed, source);
    }

    GeneratedRun withFailures(int count) {
        return new GeneratedRun(samples, count, seed, shiftMillis, model, streamed, source);
    }

    GeneratedRun ofModel(String name) {
        return new GeneratedRun(samples, failed, seed, shiftMillis, name, streamed, source);
    }

    GeneratedRun withoutStreaming() {
        return new GeneratedRun(samples, failed, seed, shiftMillis, model, false, source);
    }

    /** Makes the token counts of all responses contradictory. */
    GeneratedRun contradictingCounts() {
        return new GeneratedRun(samples, failed, seed, shiftMillis, model, streamed, TokenSource.CONTRADICTORY_USAGE);
    }

    RunFolder in(Path path) throws IOException {
        RunFolder folder = new RunFolder(path);
        folder.write(description());
        SplittableRandom random = new SplittableRandom(seed);
        try (SampleRecorder recorder = SampleRecorder.open(folder.records())) {
            long start = System.nanoTime();
            for (int i = 0; i < samples; i++) {
                ResponseListener listener = recorder.sending(InferenceRequest.of(i, Prompt.of(1, 2, 3)), "http://a");
                long scheduled = start + Math.round(i * 10 * MILLI);
                if (i < failed) {
                    fail(listener, scheduled);
                } else {
                    double firstToken = 5 + shiftMillis - MEAN_MILLIS * Math.log(1 - random.nextDouble());
                    complete(listener, scheduled, scheduled + Math.round(firstToken * MILLI));
                }
            }
        }
        return folder;
    }

    static RunFolder ended(RunFolder folder, Verdict verdict, String... reasons) throws IOException {
        return ended(folder, verdict, List.of(), reasons);
    }

    static RunFolder ended(RunFolder folder, Verdict verdict, List<String> warnings, String... reasons)
            throws IOException {
        folder.write(new RunOutcome(
                Instant.EPOCH,
                verdict,
                List.of(reasons),
                List.of(),
                false,
                1,
                1,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                warnings,
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty()));
        return folder;
    }

    private RunDescription description() {
        return new RunDescription(
                "1",
                Instant.now(),
                "LoadHarness schedules",
                Scenario.SERVER,
                "constant, 100/s",
                Optional.of(100.0),
                model,
                "openai-chat",
                "jdk",
                streamed,
                List.of("http://a"),
                "prompts",
                16,
                List.of(new RunDescription.Setting("--output-dir", "seed-" + seed, "flag")),
                List.of(),
                Optional.empty(),
                Map.of(),
                new Environment("JVM", "Linux", "CPU", 2, 1 << 30, Map.of(), Optional.empty()),
                Optional.empty());
    }

    private void complete(ResponseListener listener, long scheduled, long first) {
        long step = Math.round(2 * MILLI);
        if (streamed) {
            listener.firstToken(first, Output.NOTHING);
            listener.tokens(first + step, 0);
        }
        long none = Timeline.UNKNOWN;
        long firstToken = streamed ? first : none;
        listener.end(new Response(
                Output.of("ab"),
                2,
                source,
                0,
                new Usage(3, 0, 2, 0),
                "stop",
                new Timeline(
                        scheduled,
                        scheduled,
                        scheduled,
                        scheduled,
                        first,
                        firstToken,
                        firstToken,
                        streamed ? first + step : none,
                        first + step,
                        firstToken,
                        first + step)));
    }

    private static void fail(ResponseListener listener, long scheduled) {
        long none = Timeline.UNKNOWN;
        long end = scheduled + Math.round(50 * MILLI);
        listener.failed(
                new Failure(Failure.Kind.TIMEOUT, "no answer"),
                new Timeline(scheduled, scheduled, scheduled, scheduled, none, none, none, none, end, none, end));
    }
}
