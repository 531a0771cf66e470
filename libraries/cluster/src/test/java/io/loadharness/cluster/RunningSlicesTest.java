// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.loadharness.Scenario;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceContent;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceEnded;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceFolder;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceMessage;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceProgress;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceReady;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceRequests;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceWriting;
import io.loadharness.cluster.protocol.ClusterProtocol.ToCoordinator;
import io.loadharness.cluster.protocol.ClusterProtocol.ToWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The slices of two workers that the test controls message by message. */
@Timeout(300)
class RunningSlicesTest {

    private static final SliceRequest REQUEST = new SliceRequest(List.of("--load=poisson"), List.of());
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Map<Integer, RawWorker> workers = new ConcurrentHashMap<>();
    private Coordinator coordinator;

    @BeforeEach
    void connect() throws Exception {
        HandStartedWorkers launcher =
                new HandStartedWorkers(true, request -> IntStream.range(0, 2).forEach(rank -> {
                    RawWorker worker = RawWorker.connect(request, rank);
                    workers.put(rank, worker);
                    worker.answerAll();
                }));
        coordinator = Coordinator.start(
                Workers.on(launcher, 2).startTimeout(LONG).build(), folder.resolve("workers"), messages::add);
    }

    @AfterEach
    void disconnect() {
        coordinator.close();
        workers.values().forEach(RawWorker::close);
    }

    /** Sends the slices, and waits until both workers have them. */
    private RunningSlices run(SliceRequest request) throws Exception {
        return run(request, System::nanoTime);
    }

    private RunningSlices run(SliceRequest request, LongSupplier clock) throws Exception {
        RunningSlices slices = coordinator.run(request, folder, clock);
        for (int rank = 0; rank < 2; rank++) {
            ToWorker message = received(rank);
            assertThat(message.getRunSlice().getRank()).isEqualTo(rank);
            assertThat(message.getRunSlice().getCount()).isEqualTo(2);
            assertThat(message.getRunSlice().getArgumentsList()).containsExactlyElementsOf(request.arguments());
        }
        return slices;
    }

    private ToWorker received(int rank) throws InterruptedException {
        return Objects.requireNonNull(workers.get(rank).others.poll(60, TimeUnit.SECONDS), "no message arrived");
    }

    private RunningSlices started() throws Exception {
        return started(System::nanoTime);
    }

    private RunningSlices started(LongSupplier clock) throws Exception {
        RunningSlices slices = run(REQUEST, clock);
        send(0, ready());
        send(1, ready());
        slices.awaitReady(LONG);
        slices.start();
        received(0);
        received(1);
        return slices;
    }

    private void send(int rank, ToCoordinator.Builder message) throws IOException {
        workers.get(rank).write(message.build());
    }

    private static ToCoordinator.Builder ready() {
        return ToCoordinator.newBuilder()
                .setSliceReady(SliceReady.newBuilder()
                        .setScenario("SERVER")
                        .setRate(25)
                        .setTransport("test"));
    }

    private static ToCoordinator.Builder folder(Path path) {
        return ToCoordinator.newBuilder()
                .setSliceFolder(SliceFolder.newBuilder().setPath(path.toString()));
    }

    private static ToCoordinator.Builder progress(long issued) {
        return ToCoordinator.newBuilder()
                .setSliceProgress(SliceProgress.newBuilder().setIssued(issued).setCompleted(1));
    }

    private static ToCoordinator.Builder progressWith(SliceRequests.Builder requests) {
        return ToCoordinator.newBuilder()
                .setSliceProgress(SliceProgress.newBuilder().setRequests(requests));
    }

    private static ToCoordinator.Builder writing() {
        return ToCoordinator.newBuilder().setSliceWriting(SliceWriting.getDefaultInstance());
    }

    private static ToCoordinator.Builder part(String path, long size, String content) {
        return ToCoordinator.newBuilder()
                .setSliceOutput(SliceContent.newBuilder()
                        .setPath(path)
                        .setSize(size)
                        .setContent(ByteString.copyFromUtf8(content)));
    }

    private static ToCoordinator.Builder ended(int code, String sentence) {
        return ToCoordinator.newBuilder()
                .setSliceEnded(SliceEnded.newBuilder().setExitCode(code).setSentence(sentence));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 2_000 && !condition.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void startsAllSlicesAtOneTimeAndCollectsTheirFiles() throws Exception {
        RunningSlices slices = run(REQUEST);
        for (int rank = 0; rank < 2; rank++) {
            send(
                    rank,
                    ToCoordinator.newBuilder()
                            .setSliceMessage(SliceMessage.newBuilder().setText("Same sentence")));
            send(rank, ready());
        }

        slices.awaitReady(LONG);
        slices.start();

        assertThat(messages).filteredOn("Same sentence"::equals).hasSize(1);
        assertThat(slices.scenario()).isEqualTo(Scenario.SERVER);
        assertThat(slices.ratePerSecond()).hasValue(50);
        long start = received(0).getStartSlice().getStart();
        assertThat(received(1).getStartSlice().getStart()).isEqualTo(start).isPositive();
        for (int rank = 0; rank < 2; rank++) {
            send(rank, progressWith(SliceRequests.newBuilder().setSent(3 + rank)));
            send(rank, progress(7));
            send(rank, part("run.json", 2, "{}"));
            send(rank, part("deep/records.cbor", 6, "abc"));
            send(rank, part("", 0, "def"));
            send(rank, part("empty", 0, ""));
            send(rank, ended(0, ""));
        }
        await(slices::haveEnded);
        assertThat(slices.progress().issued()).isEqualTo(14);
        assertThat(slices.requests()).containsOnlyKeys("slice-0", "slice-1");
        assertThat(slices.requests().get("slice-1").sent()).isEqualTo(4);
        assertThat(slices.folders()).containsExactly(folder.resolve("slice-0"), folder.resolve("slice-1"));
        Path file = folder.resolve("slice-1/deep/records.cbor");
        assertThat(file).hasContent("abcdef");
        assertThat(folder.resolve("slice-0/empty")).isEmptyFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(coordinator.lost()).isEmpty();
    }

    @Test
    void inputFilesArriveInParts() throws Exception {
        String text = "0123456789".repeat(100_000);
        Path file = Files.writeString(folder.resolve("data.jsonl"), text);
        run(new SliceRequest(
                List.of(),
                List.of(
                        SliceRequest.Input.of("dataset-path/data.jsonl", file),
                        SliceRequest.Input.of("api-key-file/token", "s3cret"))));

        Path copies = folder.resolve("copies");
        try (SliceFiles receiver = new SliceFiles(copies)) {
            while (receiver.complete() < 2) {
                receiver.add(received(0).getSliceInput());
            }
        }
        assertThat(Files.readString(copies.resolve("dataset-path/data.jsonl"))).isEqualTo(text);
        assertThat(copies.resolve("api-key-file/token")).hasContent("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "progress before the start",
                "results before the start",
                "writing before the start",
                "the folder of another program before the start",
                "a relative folder before the start",
                "a folder after the start",
                "ready twice",
                "negative progress",
                "impossible requests",
                "a path with ..",
                "an absolute path",
                "a path with a backslash",
                "a file that is too long",
                "a file inside another",
                "an end inside a file",
                "a file after the end",
                "two ends",
                "the same file twice",
                "an unknown scenario"
            })
    void losesAWorkerWhoseMessagesAreNotValid(String fault) throws Exception {
        boolean isEarly = fault.endsWith("before the start") || fault.equals("an unknown scenario");
        RunningSlices slices = isEarly ? run(REQUEST) : started();

        switch (fault) {
            case "progress before the start" -> send(1, progress(1));
            case "results before the start" -> send(1, part("run.json", 2, "{}"));
            case "writing before the start" -> send(1, writing());
            case "the folder of another program before the start" -> send(1, folder(folder));
            case "a relative folder before the start" -> send(1, folder(Path.of("loadharness-slice-1")));
            case "a folder after the start" -> send(1, folder(folder.resolve("loadharness-slice-1")));
            case "ready twice" -> send(1, ready());
            case "negative progress" -> send(1, progress(-1));
            case "impossible requests" ->
                send(1, progressWith(SliceRequests.newBuilder().setEnded(1)));
            case "a path with .." -> send(1, part("a/../../escaped", 1, "x"));
            case "an absolute path" -> send(1, part(folder.resolve("escaped").toString(), 1, "x"));
            case "a path with a backslash" -> send(1, part("..\\escaped", 1, "x"));
            case "a file that is too long" -> send(1, part("a", 3, "four"));
            case "a file inside another" -> {
                send(1, part("a", 3, "x"));
                send(1, part("b", 3, "x"));
            }
            case "an end inside a file" -> {
                send(1, part("a", 3, "x"));
                send(1, ended(0, ""));
            }
            case "a file after the end" -> {
                send(1, ended(0, ""));
                send(1, part("a", 1, "x"));
            }
            case "two ends" -> {
                send(1, ended(0, ""));
                send(1, ended(0, ""));
            }
            case "the same file twice" -> {
                send(1, part("a", 1, "x"));
                send(1, part("a", 1, "x"));
            }
            default ->
                send(
                        1,
                        ToCoordinator.newBuilder()
                                .setSliceReady(SliceReady.newBuilder().setScenario("ODD")));
        }

        await(() -> coordinator.lost().isPresent());
        assertThat(coordinator.lost().orElseThrow())
                .startsWith("worker-1 (process 1 on test) was lost: it")
                .containsAnyOf("it sent an invalid message: ", "its results cannot be written here: ");
        assertThat(received(0).getStopSlice().getReason()).isEqualTo("it was stopped, because worker-1 was lost");
        send(0, ended(3, ""));
        await(slices::haveEnded);
        assertThat(folder.resolve("escaped")).doesNotExist();
        assertThat(folder.getParent().resolve("escaped")).doesNotExist();
    }

    @Test
    void theOtherWorkerSendsItsResultsAfterALoss() throws Exception {
        RunningSlices slices = started();
        workers.get(0).close();

        assertThat(received(1).hasStopSlice()).isTrue();
        assertThat(slices.haveEnded()).isFalse();
        send(1, part("records.cbor", 3, "abc"));
        send(1, ended(3, ""));

        await(slices::haveEnded);
        assertThat(slices.folders()).containsExactly(folder.resolve("slice-1"));
    }

    @Test
    void keepsTheResultsThatALostWorkerOfThisMachineHasLeft() throws Exception {
        Path left = Files.createDirectories(folder.resolve("temporary/loadharness-slice-1"));
        Files.createDirectories(left.resolve("results/deep"));
        Files.writeString(left.resolve("results/deep/records.cbor"), "abcdef");
        Files.createDirectories(left.resolve("inputs/api-key-file"));
        RunningSlices slices = run(REQUEST);
        send(1, folder(left));
        send(0, ready());
        send(1, ready());
        slices.awaitReady(LONG);
        slices.start();
        received(0);
        received(1);
        send(1, part("deep/records.cbor", 6, "abc"));
        workers.get(1).close();
        assertThat(received(0).hasStopSlice()).isTrue();
        send(0, ended(130, ""));
        await(slices::haveEnded);

        assertThat(slices.folders()).containsExactly(folder.resolve("slice-1"));
        assertThat(folder.resolve("slice-1/deep/records.cbor")).hasContent("abcdef");
        assertThat(folder.resolve("slice-1/inputs")).doesNotExist();
        assertThat(left).exists();
        coordinator.close();
        assertThat(left).doesNotExist();
        assertThat(left.getParent()).isEmptyDirectory();
    }

    /** Sends a message of each worker, and waits until they are shown. Then the coordinator has also processed all earlier messages. */
    private void awaitMessages(RunningSlices slices, String text) throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            send(
                    rank,
                    ToCoordinator.newBuilder()
                            .setSliceMessage(SliceMessage.newBuilder().setText(text + " of " + rank)));
        }
        await(() -> {
            slices.haveEnded();
            return messages.containsAll(List.of(text + " of 0", text + " of 1"));
        });
    }

    @Test
    void aStoppedSliceMayWriteItsResultsForAsLongAsItMakesProgress() throws Exception {
        AtomicLong now = new AtomicLong();
        RunningSlices slices = started(now::get);
        now.addAndGet(TimeUnit.HOURS.toNanos(1));
        slices.stop("stopped by the test");
        for (int i = 0; i < 20; i++) {
            now.addAndGet(TimeUnit.SECONDS.toNanos(29));
            send(0, writing());
            send(1, i % 2 == 0 ? writing() : part("file-" + i, 1, "x"));
            awaitMessages(slices, "progress " + i);
        }
        assertThat(coordinator.lost()).isEmpty();

        send(0, part("records.cbor", 3, "abc"));
        send(0, ended(3, ""));
        awaitMessages(slices, "end");
        now.addAndGet(TimeUnit.SECONDS.toNanos(31));

        assertThat(slices.haveEnded()).isTrue();
        assertThat(coordinator.lost().orElseThrow())
                .startsWith(
                        "worker-1 (process 1 on test) was lost: it was asked to stop, and then made no progress with its"
                                + " results for 30 s");
        assertThat(folder.resolve("slice-0/records.cbor")).hasContent("abc");
    }

    @Test
    void namesAWorkerThatIsLostAfterAnotherOne() throws Exception {
        AtomicLong now = new AtomicLong();
        RunningSlices slices = started(now::get);
        workers.get(0).close();
        assertThat(received(1).hasStopSlice()).isTrue();
        now.addAndGet(TimeUnit.SECONDS.toNanos(31));

        await(slices::haveEnded);
        assertThat(coordinator.lost().orElseThrow())
                .startsWith("worker-0 (process 1 on test) was lost: its connection ");
        assertThat(slices.failures())
                .containsExactly(
                        "worker-1 on test: it was lost too: it was asked to stop, and then made no progress with"
                                + " its results for 30 s");
    }

    @ParameterizedTest
    @ValueSource(ints = {SliceProgram.Result.FAILED, SliceProgram.Result.WRONG_ARGUMENTS})
    void aFailedSliceStopsTheOthers(int exitCode) throws Exception {
        RunningSlices slices = started();
        send(0, ended(exitCode, "the disk is full"));
        awaitMessages(slices, "end");

        assertThat(received(1).getStopSlice().getReason())
                .isEqualTo("it was stopped, because the slice of worker-0 on test failed: the disk is full");
        assertThat(slices.haveEnded()).isFalse();
        send(1, ended(130, ""));
        await(slices::haveEnded);
        assertThat(slices.failure()).hasValue("the slice of worker-0 on test failed: the disk is full");
        assertThat(coordinator.lost()).isEmpty();
    }

    @Test
    void aSliceThatIsNotValidDoesNotStopTheOthers() throws Exception {
        RunningSlices slices = started();
        send(0, ended(3, ""));
        awaitMessages(slices, "end");

        assertThat(slices.haveEnded()).isFalse();
        send(1, ended(0, ""));
        await(slices::haveEnded);
        assertThat(slices.failure()).isEmpty();
        assertThat(workers.get(1).others).isEmpty();
    }

    @Test
    void aSliceThatFailsAfterARequestToStopIsNotTheReason() throws Exception {
        RunningSlices slices = started();
        slices.stop("stopped by the test");
        send(0, ended(1, "the disk is full"));
        send(1, ended(130, ""));

        await(slices::haveEnded);
        assertThat(slices.failure()).isEmpty();
        assertThat(slices.failures()).containsExactly("worker-0 on test: the disk is full");
    }

    /** The coordinator receives the end of the slice before the replies to the pings that measure the clocks. */
    @Test
    void startsNoSliceIfOneHasEndedMeanwhile() throws Exception {
        RunningSlices slices = run(REQUEST);
        send(0, ready());
        send(1, ready());
        slices.awaitReady(LONG);
        send(1, ended(1, "the disk is full"));

        assertThatThrownBy(slices::start)
                .isInstanceOf(IOException.class)
                .hasMessage("worker-1 on test cannot start its slice: the disk is full");
        coordinator.close();
        assertThat(workers.get(0).others).isEmpty();
    }

    @Test
    void aRefusedArgumentIsReportedBeforeTheStart() throws Exception {
        RunningSlices slices = run(REQUEST);
        send(1, ended(2, "--rate must be positive: got -3."));

        assertThatThrownBy(() -> slices.awaitReady(LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("worker-1 on test cannot start its slice: --rate must be positive: got -3.");
    }

    @Test
    void aServerThatCannotBeMeasuredIsReportedBeforeTheStart() throws Exception {
        RunningSlices slices = run(REQUEST);
        send(0, ready());
        send(1, ended(1, "http://server:8000 is not ready."));

        assertThatThrownBy(() -> slices.awaitReady(LONG))
                .isInstanceOf(IOException.class)
                .hasMessage("worker-1 on test cannot start its slice: http://server:8000 is not ready.");
    }

    @Test
    void namesTheWorkerThatIsNotReadyInTime() throws Exception {
        RunningSlices slices = run(REQUEST);
        send(0, ready());

        assertThatThrownBy(() -> {
                    while (true) {
                        slices.awaitReady(Duration.ofMillis(100));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not ready after")
                .hasMessageContaining("--start-timeout");
    }

    @Test
    void secretsAreInNoText() {
        SliceRequest request = new SliceRequest(
                List.of("--header=X-Key=s3cret"), List.of(SliceRequest.Input.of("api-key-file/token", "s3cret")));

        assertThat(request.toString() + request.inputs()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a//b", "..", "a/..", "./a", "a\nb", "a\\b", "/etc/passwd"})
    void refusesPathsThatLeaveTheirFolder(String path) {
        assertThatThrownBy(() -> SlicePaths.check(path)).hasMessageContaining("is not allowed");
    }
}
