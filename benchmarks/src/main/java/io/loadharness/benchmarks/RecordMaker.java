// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Records requests that nobody sent, as fast as they can be recorded. */
final class RecordMaker {

    static final String HEAP = "200m";
    private static final int SAMPLES = 1024;
    private static final int PROMPT_TOKENS = 700;
    private static final long BETWEEN_REQUESTS = 1_000_000;
    private static final long FIRST_TOKEN = 200_000_000;
    private static final long PER_TOKEN = 20_000_000;
    private static final String ENDPOINT = "http://localhost:8000";

    private final SplittableRandom random = new SplittableRandom(1);
    private final SampleRecorder recorder;
    private final int pieces;

    private RecordMaker(SampleRecorder recorder, int pieces) {
        this.recorder = recorder;
        this.pieces = pieces;
    }

    /** The other JVM. */
    public static void main(String[] arguments) throws IOException {
        RunFolder folder = new RunFolder(Path.of(arguments[0]));
        int requests = Integer.parseInt(arguments[1]);
        int pieces = Integer.parseInt(arguments[2]);
        JvmUse.answer(() -> {
            folder.write(description());
            try (SampleRecorder recorder = SampleRecorder.open(folder.records())) {
                RecordMaker maker = new RecordMaker(recorder, pieces);
                long begin = System.nanoTime();
                for (int i = 0; i < requests; i++) {
                    maker.request(i, begin + i * BETWEEN_REQUESTS);
                }
            }
            return requests;
        });
    }

    private void request(int number, long due) {
        InferenceRequest request = InferenceRequest.of(number % SAMPLES, Prompt.of("made up"));
        ResponseListener listener = recorder.sending(request, ENDPOINT);
        long sent = due + random.nextLong(1_000_000);
        long first = sent + FIRST_TOKEN / 2 + random.nextLong(FIRST_TOKEN);
        long last = first;
        listener.firstToken(first, Output.NOTHING);
        for (int i = 1; i < pieces; i++) {
            last += PER_TOKEN / 2 + random.nextLong(PER_TOKEN);
            listener.tokens(last, 1);
        }
        Timeline times = new Timeline(due, due, due, sent, first, first, first, last, last, first, last);
        Usage usage = new Usage(PROMPT_TOKENS, Usage.UNKNOWN, pieces, Usage.UNKNOWN);
        listener.end(new Response(Output.NOTHING, pieces, TokenSource.USAGE, Usage.UNKNOWN, usage, "stop", times));
    }

    private static RunDescription description() {
        return new RunDescription(
                "",
                Instant.now(),
                "bench",
                Scenario.SERVER,
                "made up",
                Optional.empty(),
                "",
                "",
                "",
                true,
                List.of(ENDPOINT),
                "made up",
                SAMPLES,
                List.of(),
                List.of(),
                Map.of(),
                Environment.ofThisProcess());
    }
}
