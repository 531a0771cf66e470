package io.loadharness.report;

import io.loadharness.Failure;
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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the folder of a run, with samples that went as told. */
final class RecordedRun {

    private static final long MILLI = 1_000_000;

    private final RunFolder folder;
    private List<String> requirements = List.of();

    RecordedRun(Path path) {
        folder = new RunFolder(path);
    }

    RecordedRun requiring(String... wanted) {
        requirements = List.of(wanted);
        return this;
    }

    /** A server run of so many samples, ten milliseconds apart, the last ones of which failed. */
    RunFolder of(int samples, int failed) throws IOException {
        begin();
        try (SampleRecorder recorder = SampleRecorder.open(folder.records())) {
            long begin = System.nanoTime();
            for (int i = 0; i < samples; i++) {
                ResponseListener listener = recorder.sending(InferenceRequest.of(i, Prompt.of(1, 2, 3)), "http://a");
                sample(listener, begin + i * 10L * MILLI, i >= samples - failed);
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
                "server, 100 queries/s",
                Optional.of(100.0),
                "model",
                "vllm-chat",
                "jdk",
                true,
                List.of("http://a"),
                "prompts",
                16,
                List.of(new RunDescription.Setting("--target-qps", "100", "flag")),
                requirements,
                new Environment("JVM", "Linux", "CPU", 2, 1 << 30, Map.of(), Optional.empty())));
    }

    private static void sample(ResponseListener listener, long due, boolean failed) {
        long none = Timeline.UNKNOWN;
        if (failed) {
            listener.failed(
                    new Failure(Failure.Kind.TIMEOUT, "no answer </script>"),
                    new Timeline(
                            due, due, due, due, none, none, none, none, due + 500 * MILLI, none, due + 500 * MILLI));
            return;
        }
        long first = due + 20 * MILLI;
        listener.firstToken(first, Output.NOTHING);
        listener.tokens(first + 5 * MILLI, 0);
        listener.tokens(first + 10 * MILLI, 0);
        listener.end(new Response(
                Output.of("abc"),
                3,
                TokenSource.USAGE,
                0,
                new Usage(3, 0, 3, 0),
                "stop",
                new Timeline(
                        due,
                        due,
                        due,
                        due + MILLI,
                        due + 19 * MILLI,
                        first,
                        first,
                        first + 10 * MILLI,
                        first + 11 * MILLI,
                        first,
                        first + 11 * MILLI)));
    }

    /** Says how the run ended. */
    static void end(RunFolder folder, Verdict verdict, String... reasons) throws IOException {
        folder.write(new RunOutcome(
                Instant.EPOCH,
                verdict,
                List.of(reasons),
                false,
                10,
                10,
                0,
                Optional.of(TestMode.PERFORMANCE_ONLY),
                Optional.empty(),
                Optional.of("6.0.17"),
                Optional.empty(),
                List.of()));
    }
}
