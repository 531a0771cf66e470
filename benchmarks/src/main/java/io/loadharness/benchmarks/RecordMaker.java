// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Query;
import io.loadharness.Scenario;
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
import io.loadharness.report.RunSlice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Records synthetic requests as fast as possible. */
final class RecordMaker {

    static final String HEAP = "200m";
    private static final int SAMPLES = 1024;
    private static final int PROMPT_TOKENS = 700;
    private static final long REQUEST_GAP_NANOS = 1_000_000;
    private static final long TTFT_NANOS = 200_000_000;
    private static final long ITL_NANOS = 20_000_000;
    private static final String ENDPOINT = "http://localhost:8000";

    private final SplittableRandom random = new SplittableRandom(1);
    private final SampleRecorder recorder;
    private final int chunks;

    private RecordMaker(SampleRecorder recorder, int chunks) {
        this.recorder = recorder;
        this.chunks = chunks;
    }

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        RunFolder folder = new RunFolder(Path.of(arguments[0]));
        int requests = Integer.parseInt(arguments[1]);
        int chunks = Integer.parseInt(arguments[2]);
        boolean isSlice = arguments.length > 3;
        int rank = isSlice ? Integer.parseInt(arguments[3]) : 0;
        int count = isSlice ? Integer.parseInt(arguments[4]) : 1;
        Optional<RunSlice> slice = isSlice
                ? Optional.of(new RunSlice(rank, count, "node", Optional.of(Instant.EPOCH), true, Optional.empty()))
                : Optional.empty();
        JvmUsage.serve(() -> {
            folder.write(description(slice));
            try (SampleRecorder recorder = SampleRecorder.open(folder.records())) {
                RecordMaker maker = new RecordMaker(recorder, chunks);
                long start = System.nanoTime();
                for (int i = 0; i < requests; i++) {
                    long number = (long) i * count + rank;
                    maker.request(i, start + number * REQUEST_GAP_NANOS, isSlice ? number : Query.NOT_NUMBERED);
                }
            }
            return requests;
        });
    }

    private void request(int number, long scheduled, long sequence) {
        InferenceRequest request = InferenceRequest.of(number % SAMPLES, Prompt.of("synthetic"));
        ResponseListener listener = recorder.sending(request, ENDPOINT, sequence);
        long sent = scheduled + random.nextLong(1_000_000);
        long first = sent + TTFT_NANOS / 2 + random.nextLong(TTFT_NANOS);
        long last = first;
        listener.firstToken(first, Output.NOTHING);
        for (int i = 1; i < chunks; i++) {
            last += ITL_NANOS / 2 + random.nextLong(ITL_NANOS);
            listener.tokens(last, 1);
        }
        Timeline times =
                new Timeline(scheduled, scheduled, scheduled, sent, first, first, first, last, last, first, last);
        Usage usage = new Usage(PROMPT_TOKENS, Usage.UNKNOWN, chunks, Usage.UNKNOWN);
        listener.end(new Response(Output.NOTHING, chunks, TokenSource.USAGE, Usage.UNKNOWN, usage, "stop", times));
    }

    private static RunDescription description(Optional<RunSlice> slice) {
        return new RunDescription(
                "",
                Instant.now(),
                "bench",
                Scenario.SERVER,
                "synthetic",
                Optional.empty(),
                "",
                "",
                "",
                true,
                List.of(ENDPOINT),
                "synthetic",
                SAMPLES,
                List.of(),
                List.of(),
                Optional.empty(),
                Map.of(),
                Environment.ofThisProcess(),
                slice);
    }
}
