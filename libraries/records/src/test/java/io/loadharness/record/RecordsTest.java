// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class RecordsTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("records.cbor");
    }

    @Test
    void aRecordedSampleIsRead() throws IOException {
        long origin;
        try (SampleRecorder recorder = SampleRecorder.open(file)) {
            origin = System.nanoTime();
            ResponseListener listener = recorder.sending(InferenceRequest.of(7, Prompt.of(1, 2, 3)), "http://a");
            listener.firstToken(origin + 10, Output.NOTHING);
            listener.tokens(origin + 30, 1);
            listener.tokens(origin + 30 + 5 * SECOND, 1);
            listener.end(new Response(
                    Output.of(1, 2, 3),
                    3,
                    TokenSource.USAGE,
                    1,
                    new Usage(Usage.UNKNOWN, 2, 3, 1),
                    "stop",
                    new Timeline(
                            origin,
                            origin + 1,
                            origin + 2,
                            origin + 3,
                            origin + 4,
                            origin + 10,
                            Timeline.UNKNOWN,
                            origin + 30,
                            origin + 40,
                            origin + 11,
                            origin + 41)));
        }

        SampleRecord sample = read().get(0);

        assertThat(sample.sampleIndex()).isEqualTo(7);
        assertThat(sample.endpoint()).isEqualTo("http://a");
        assertThat(sample.isOk()).isTrue();
        assertThat(sample.usage()).isEqualTo(new Usage(3, 2, 3, 1));
        assertThat(sample.tokens()).isEqualTo(3);
        assertThat(sample.tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(sample.finishReason()).isEqualTo("stop");
        assertThat(sample.gaps()).containsExactly(20, 5 * SECOND);
        Timeline times = sample.times();
        long scheduled = times.scheduled();
        assertThat(scheduled).isBetween(0L, 60 * SECOND);
        assertThat(times)
                .isEqualTo(new Timeline(
                        scheduled,
                        scheduled + 1,
                        scheduled + 2,
                        scheduled + 3,
                        scheduled + 4,
                        scheduled + 10,
                        Timeline.UNKNOWN,
                        scheduled + 30,
                        scheduled + 40,
                        scheduled + 11,
                        scheduled + 41));
    }

    @Test
    void timesOfAWorkerAreKeptOnlyForItsSamples() throws IOException {
        try (SampleRecorder recorder = SampleRecorder.open(file)) {
            long origin = recorder.clock().originNanos();
            for (long done : new long[] {Timeline.UNKNOWN, 77}) {
                recorder.sending(InferenceRequest.of(0, Prompt.of("a")), "http://a")
                        .end(Response.of(
                                new int[] {1},
                                Timeline.builder()
                                        .scheduled(origin)
                                        .done(origin + 100)
                                        .workerDone(done)
                                        .build()));
            }
        }

        assertThat(read()).map(each -> each.times().workerDone()).containsExactly(Timeline.UNKNOWN, 77L);
        assertThat(read()).map(each -> each.times().workerFirstToken()).containsOnly(Timeline.UNKNOWN);
    }

    @Test
    void failureMessagesAreKept() throws IOException {
        record(3, i -> failure("no answer"));

        assertThat(read()).allSatisfy(each -> {
            assertThat(each.failure()).contains(failure("no answer"));
            assertThat(each.endpoint()).isEqualTo("http://a");
        });
        assertThat(Files.size(file)).isLessThan(400);
    }

    @Test
    void onlyTheFirstHundredFailureMessagesAreKept() throws IOException {
        record(1000, i -> failure("message " + i));

        List<SampleRecord> samples = read();

        assertThat(samples).hasSize(1000);
        assertThat(samples.get(99).failure()).contains(failure("message 99"));
        assertThat(samples.subList(100, 1000)).allSatisfy(each -> assertThat(each.failure())
                .contains(failure("one of many other messages, which are not recorded")));
    }

    @Test
    void anUnsentSampleIsRecorded() throws IOException {
        try (SampleRecorder recorder = SampleRecorder.open(file)) {
            recorder.unsent(5, failure("too late"), timeline(System.nanoTime()));
        }

        SampleRecord sample = read().get(0);
        assertThat(sample.endpoint()).isEmpty();
        assertThat(sample.sampleIndex()).isEqualTo(5);
    }

    @Test
    void aTruncatedFileIsAShorterRunOrAnError() throws IOException {
        record(20, i -> i % 3 == 0 ? failure("message " + i % 2) : null);
        byte[] whole = Files.readAllBytes(file);
        List<String> all = texts(read());
        int shorterRuns = 0;

        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try {
                List<String> some = texts(read());
                assertThat(some).isEqualTo(all.subList(0, some.size()));
                shorterRuns++;
            } catch (RecordException e) {
                assertThat(e).hasMessageStartingWith(file + " does not start with the header of a records file");
            }
        }
        assertThat(shorterRuns).isGreaterThan(whole.length - 100);
    }

    @Test
    void aTruncatedFileIsNotComplete() throws IOException {
        record(5, i -> null);
        byte[] whole = Files.readAllBytes(file);
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(drain(reader)).hasSize(5);
            assertThat(reader.isComplete()).isTrue();
        }

        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(drain(reader)).hasSize(5);
            assertThat(reader.isComplete()).isFalse();
        }
    }

    @Test
    void aFlippedBitGivesAnotherValueOrARecordException() throws IOException {
        record(20, i -> i % 3 == 0 ? failure("message") : null);
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(1);
        int errors = 0;

        for (int i = 0; i < 5000; i++) {
            byte[] broken = whole.clone();
            broken[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, broken);
            try {
                read();
            } catch (RecordException e) {
                assertThat(e).hasMessageStartingWith(file.toString());
                errors++;
            }
        }
        assertThat(errors).isGreaterThan(250);
    }

    @Test
    void otherFilesAreRejected() throws IOException {
        Files.writeString(file, "{\"a\": 1}");

        assertThatThrownBy(() -> RecordReader.open(file))
                .isInstanceOf(RecordException.class)
                .hasMessageStartingWith(file + " ");
    }

    @Test
    void aFileOfAnEarlierRunIsNotOverwritten() throws IOException {
        Files.writeString(file, "precious");

        assertThatThrownBy(() -> SampleRecorder.open(file)).isInstanceOf(IOException.class);
        assertThat(file).hasContent("precious");
    }

    @Test
    void manyThreadsRecordConcurrently() throws Exception {
        int threads = 4;
        int each = 5000;
        try (SampleRecorder recorder = SampleRecorder.open(file)) {
            CountDownLatch done = new CountDownLatch(threads);
            for (int t = 0; t < threads; t++) {
                int from = t * each;
                new Thread(() -> {
                            for (int i = from; i < from + each; i++) {
                                recorder.unsent(i, failure("f"), timeline(i));
                            }
                            done.countDown();
                        })
                        .start();
            }
            done.await();
        }

        assertThat(read().stream().mapToInt(SampleRecord::sampleIndex).sorted().toArray())
                .isEqualTo(IntStream.range(0, threads * each).toArray());
    }

    @Test
    void aFullDiskIsReportedAtOpen() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));

        assertThatThrownBy(() -> SampleRecorder.onto(full)).isInstanceOf(IOException.class);
    }

    @Test
    void aWriteErrorIsReportedAndDoesNotBlockCallers() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Process reader = new ProcessBuilder("head", "-c", "1000", pipe.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        SampleRecorder recorder = SampleRecorder.onto(pipe);
        for (int i = 0; i < 100_000; i++) {
            recorder.unsent(i, failure("f"), timeline(i));
        }

        assertThatThrownBy(recorder::close)
                .isInstanceOf(IOException.class)
                .hasMessage(pipe + " cannot be written: Broken pipe");
        assertThat(recorder.trouble()).isPresent();
        assertThat(reader.waitFor()).isZero();
    }

    @Test
    void aShutdownWritesRecordsImmediately() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Halted.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        try {
            assertThat(process.waitFor()).isEqualTo(Halted.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }

        assertThat(read()).extracting(SampleRecord::sampleIndex).containsExactly(7);
    }

    /** A program that is killed during its shutdown, as soon as its file grows. Otherwise its records would be written after a day. */
    static final class Halted {

        private static final int EXIT_CODE = 9;

        private Halted() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            SampleRecorder recorder = SampleRecorder.onto(file, Duration.ofDays(1));
            long before = Files.size(file);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                recorder.unsent(7, failure("f"), timeline(0));
                while (file.toFile().length() == before) {
                    Thread.onSpinWait();
                }
                Runtime.getRuntime().halt(EXIT_CODE);
            }));
        }
    }

    private void record(int count, IntFunction<Failure> outcome) throws IOException {
        try (SampleRecorder recorder = SampleRecorder.open(file)) {
            for (int i = 0; i < count; i++) {
                long now = System.nanoTime();
                ResponseListener listener = recorder.sending(InferenceRequest.of(i, Prompt.of("text")), "http://a");
                Failure failure = outcome.apply(i);
                if (failure != null) {
                    listener.failed(failure, timeline(now));
                } else {
                    listener.firstToken(now, Output.NOTHING);
                    listener.tokens(now + i * SECOND, 0);
                    listener.end(Response.of(new int[] {1}, timeline(now)));
                }
            }
        }
    }

    private static Failure failure(String message) {
        return new Failure(Failure.Kind.TIMEOUT, message);
    }

    private static Timeline timeline(long nanos) {
        long none = Timeline.UNKNOWN;
        return new Timeline(nanos, nanos, none, none, none, none, none, none, nanos + 1, none, nanos + 2);
    }

    private List<SampleRecord> read() throws IOException {
        try (RecordReader reader = RecordReader.open(file)) {
            return drain(reader);
        }
    }

    private static List<SampleRecord> drain(RecordReader reader) throws IOException {
        List<SampleRecord> samples = new ArrayList<>();
        for (SampleRecord each = reader.next(); each != null; each = reader.next()) {
            samples.add(each);
        }
        return samples;
    }

    private static List<String> texts(List<SampleRecord> samples) {
        return samples.stream()
                .map(each ->
                        each.sampleIndex() + " " + each.failure() + " " + each.times() + Arrays.toString(each.gaps()))
                .toList();
    }
}
