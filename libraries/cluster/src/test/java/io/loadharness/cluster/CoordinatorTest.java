// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.ClientVerdict;
import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.client.ClientLimits;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.http.Dialect;
import io.loadharness.http.Secret;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatorTest {

    private static final WorkerEndpoint SERVER = new WorkerEndpoint(
            "http://server:8000",
            Dialect.OPENAI_CHAT,
            "model",
            true,
            List.of(new WorkerEndpoint.Header("X-Key", Secret.of("s3cret"), true)),
            Optional.empty(),
            TransportOptions.DEFAULTS,
            Optional.empty());

    private static final int PROTOCOL = Coordinator.PROTOCOL_VERSION;

    @TempDir
    Path logs;

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Map<Integer, RawWorker> workers = new ConcurrentHashMap<>();

    @AfterEach
    void disconnect() {
        workers.values().forEach(RawWorker::close);
    }

    /** Starts a coordinator whose workers answer pings. */
    private Coordinator start(boolean local, int count) throws Exception {
        return start(
                new HandStartedWorkers(local, request -> {
                    for (int rank = 0; rank < count; rank++) {
                        RawWorker worker = RawWorker.connect(request, rank);
                        workers.put(rank, worker);
                        worker.answerAll();
                    }
                }),
                count);
    }

    private Coordinator start(HandStartedWorkers launcher, int count) throws Exception {
        return Coordinator.start(
                Workers.on(launcher, count).startTimeout(Duration.ofSeconds(20)).build(), logs, messages::add);
    }

    @Test
    void doesNotEncryptInATrustedNetwork() throws Exception {
        HandStartedWorkers launcher = new HandStartedWorkers(false, request -> {
            RawWorker worker = RawWorker.connect(request, 0);
            workers.put(0, worker);
            worker.answerAll();
        });
        Workers trusting = Workers.on(launcher, 1)
                .startTimeout(Duration.ofSeconds(20))
                .trustedNetwork()
                .build();
        try (Coordinator coordinator = Coordinator.start(trusting, logs, messages::add)) {
            assertThat(coordinator.protocol()).isEqualTo("TCP without TLS");
            assertThat(Secrets.parse(launcher.request.join().secret()).fingerprint())
                    .isEmpty();
            assertThat(coordinator.open(List.of(SERVER))).hasSize(1);
        }
    }

    @Test
    void refusesATrustedNetworkThatChangesNothing() {
        HandStartedWorkers local = new HandStartedWorkers(true, request -> {});
        HandStartedWorkers remote = new HandStartedWorkers(false, request -> {});

        assertThatThrownBy(() -> Workers.on(local, 1).trustedNetwork().build())
                .hasMessageStartingWith("--trusted-network does not apply to workers on this machine");
        assertThatThrownBy(() -> Workers.on(remote, 1)
                        .trustedNetwork()
                        .secretFile(logs.resolve("secret"))
                        .build())
                .hasMessageStartingWith("--trusted-network does not apply to workers with --coordinator-secret-file");
    }

    /** Records the events of one request. */
    private static class Events implements ResponseListener {

        final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

        @Override
        public void firstToken(long nanos, Output first) {
            all.add(first);
        }

        @Override
        public void end(Response response) {
            all.add(response);
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            all.add(failure);
        }

        Object next() throws InterruptedException {
            return all.poll(20, TimeUnit.SECONDS);
        }
    }

    private static ClusterProtocol.ToCoordinator completion(long id) {
        return ClusterProtocol.ToCoordinator.newBuilder()
                .setCompletion(ClusterProtocol.Completion.newBuilder()
                        .setId(id)
                        .setTokenSource("NONE")
                        .setTimes(ClusterProtocol.Times.newBuilder().setDone(5)))
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void opensEachServerInEachWorkerWithAndWithoutTls(boolean local) throws Exception {
        try (Coordinator coordinator = start(local, 2)) {
            List<RemoteWorker> backends = coordinator.open(List.of(SERVER));

            assertThat(backends)
                    .map(RemoteWorker::name)
                    .containsExactly("http://server:8000 @worker-0", "http://server:8000 @worker-1");
            assertThat(backends).map(RemoteWorker::transportName).containsOnly("test");
            assertThat(coordinator.workers()).map(WorkerDescription::host).containsExactly("test", "test");
            assertThat(coordinator.protocol()).isEqualTo(local ? "TCP on one machine" : "TCP with TLS 1.3");
            assertThat(coordinator.lost()).isEmpty();
        }
    }

    /** A worker replies only when all workers have been asked. */
    @Test
    void preparesTheServersInAllWorkersAtTheSameTime() throws Exception {
        CountDownLatch missing = new CountDownLatch(8);
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> IntStream.range(0, 8)
                .forEach(rank -> answerAfterAll(
                        RawWorker.connect(request, rank), rank, ClusterProtocol.ToWorker::hasOpen, missing)));

        try (Coordinator coordinator = start(launcher, 8)) {
            List<RemoteWorker> backends = coordinator.open(List.of(SERVER));

            assertThat(missing.getCount()).isZero();
            assertThat(backends)
                    .map(RemoteWorker::name)
                    .containsExactlyElementsOf(IntStream.range(0, 8)
                            .mapToObj(rank -> "http://server:8000 @worker-" + rank)
                            .toList());
        }
    }

    @Test
    void refusesAWrongTokenAndReportsItOnce() throws Exception {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {});
        Thread connecting = new Thread(() -> {
            try {
                LaunchRequest request = launcher.request.get(20, TimeUnit.SECONDS);
                for (int i = 0; i < 3; i++) {
                    try (RawWorker stranger = new RawWorker(request)) {
                        ClusterProtocol.ToWorker answer =
                                stranger.greet(Secrets.create(Optional.empty()), PROTOCOL, WorkerProgram.version(), 0);
                        messages.add("answer: " + answer.getRefusal().getReason());
                    }
                }
                RawWorker worker = RawWorker.connect(request, 0);
                workers.put(0, worker);
                worker.answerAll();
            } catch (Exception e) {
                messages.add("failed: " + e);
            }
        });
        connecting.start();

        try (Coordinator coordinator = start(launcher, 1)) {
            connecting.join();
            for (int i = 0; i < 4_000 && messages.stream().noneMatch(each -> each.contains("was refused")); i++) {
                TimeUnit.MILLISECONDS.sleep(5); // the coordinator reports a refusal after it has sent it
            }

            assertThat(messages)
                    .filteredOn(each -> each.contains("was refused"))
                    .hasSize(1);
            assertThat(messages)
                    .filteredOn(each -> each.startsWith("answer"))
                    .containsOnly("answer: it does not know the token of this run")
                    .hasSize(3);
            assertThat(coordinator.lost()).isEmpty();
            assertThat(coordinator.open(List.of(SERVER))).hasSize(1);
        }
    }

    @Test
    void refusesAnotherVersionWithASentence() {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {
            try (RawWorker worker = new RawWorker(request)) {
                worker.greet(Secrets.parse(request.secret()), PROTOCOL, "9.9.9", 0);
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
        });

        assertThatThrownBy(() -> start(launcher, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("worker-0 on test cannot take part: it is LoadHarness 9.9.9")
                .hasMessageContaining("use the same LoadHarness on all machines");
        assertThat(launcher.stopped).isTrue();
    }

    @Test
    void refusesAnotherProtocolWithASentence() {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {
            try (RawWorker worker = new RawWorker(request)) {
                worker.greet(Secrets.parse(request.secret()), 1, WorkerProgram.version(), 0);
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
        });

        assertThatThrownBy(() -> start(launcher, 1)).hasMessageContaining("version 1 of the protocol");
    }

    @Test
    void namesAWorkerThatEndsBeforeItConnects() {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {});
        launcher.state = rank -> HandStartedWorkers.state(rank, WorkerState.Phase.ENDED);

        assertThatThrownBy(() -> start(launcher, 2))
                .hasMessage("worker-0 ended before it connected: explained by the launcher; its last lines: its last"
                        + " line");
    }

    /** Returns the states after the launcher has stopped all workers, because worker-2 ended. */
    private static WorkerState endedBecauseOfWorker2(int rank) {
        return rank == 2
                ? new WorkerState(rank, WorkerState.Phase.ENDED, "has no Java")
                : new WorkerState(rank, WorkerState.Phase.ENDED, "stopped, because another worker ended", true);
    }

    @Test
    void namesTheWorkerBecauseOfWhichTheOthersEndedBeforeTheyConnected() {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {});
        launcher.state = CoordinatorTest::endedBecauseOfWorker2;

        assertThatThrownBy(() -> start(launcher, 3))
                .hasMessageStartingWith("worker-2 ended before it connected: has no Java; its last lines: ");
    }

    @Test
    void namesTheWorkerBecauseOfWhichAConnectedWorkerWasStopped() {
        CompletableFuture<Thread> other = new CompletableFuture<>();
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {
            RawWorker stopped = RawWorker.connect(request, 0);
            workers.put(1, RawWorker.connect(request, 1));
            other.complete(workers.get(1).answerAll());
            stopped.close();
        });
        // The coordinator disconnects worker-1 because of the loss of worker-0, and worker-1 then ends itself.
        launcher.state = rank -> {
            boolean isRunning = !other.isDone() || other.join().isAlive();
            return isRunning || rank == 1
                    ? HandStartedWorkers.state(rank, isRunning ? WorkerState.Phase.RUNNING : WorkerState.Phase.ENDED)
                    : endedBecauseOfWorker2(rank);
        };

        assertThatThrownBy(() -> start(launcher, 3))
                .hasMessageStartingWith("worker-0 (process 1 on test) was lost: its connection ")
                .hasMessageEndingWith("; worker-2: has no Java");
    }

    @Test
    void namesTheWorkersThatAreMissingAfterTheTimeout() {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {});

        assertThatThrownBy(() -> Coordinator.start(
                        Workers.on(launcher, 2)
                                .startTimeout(Duration.ofMillis(50))
                                .build(),
                        logs,
                        messages::add))
                .hasMessageContaining("2 of 2 workers have not connected (worker-0: explained by the launcher)")
                .hasMessageContaining("--start-timeout");
    }

    @Test
    void namesTheAddressThatTheWorkersTried() throws Exception {
        HandStartedWorkers launcher = new HandStartedWorkers(false, request -> {});
        Workers unreachable = Workers.on(launcher, 1)
                .address("192.0.2.1")
                .startTimeout(Duration.ofMillis(50))
                .build();

        assertThatThrownBy(() -> Coordinator.start(unreachable, logs, messages::add))
                .hasMessageMatching(
                        "1 of 1 worker has not connected .* after 0 s; the workers tried 192\\.0\\.2\\.1:\\d+: set"
                                + " --coordinator-host to an address that they reach, or open --coordinator-port in the firewall;"
                                + " check the log of the worker, or set a longer --start-timeout");

        launcher.state = rank -> HandStartedWorkers.state(rank, WorkerState.Phase.PENDING);
        assertThatThrownBy(() -> Coordinator.start(unreachable, logs, messages::add))
                .hasMessageContaining("--start-timeout")
                .hasMessageNotContaining("the workers tried");
    }

    @Test
    void theWorkerTrustsOnlyTheCertificateOfTheRun() throws Exception {
        try (Coordinator coordinator = start(false, 1)) {
            LaunchRequest request = new LaunchRequest(
                    1,
                    List.of(),
                    "",
                    List.of("--connect", "127.0.0.1:" + workers.get(0).raw.getPort()),
                    Secrets.create(Optional.of("0".repeat(64))).line(),
                    Map.of(),
                    logs);

            assertThatThrownBy(() -> new RawWorker(request).read())
                    .hasStackTraceContaining("the certificate does not belong to the coordinator of this run");
            assertThat(coordinator.lost()).isEmpty();
        }
    }

    @Test
    void acceptsASecretThatExistedBeforeTheCertificateUnlessAProgramIsInBetween() throws Exception {
        Path file = Files.writeString(logs.resolve("secret"), "token-of-the-test any\n");
        HandStartedWorkers launcher = new HandStartedWorkers(false, given -> {
            LaunchRequest request =
                    new LaunchRequest(1, List.of(), "", given.arguments(), "token-of-the-test any", Map.of(), logs);
            try (RawWorker deceived = new RawWorker(request)) {
                deceived.binding = "0".repeat(64);
                messages.add("answer: "
                        + deceived.greet(Secrets.parse(request.secret()), PROTOCOL, WorkerProgram.version(), 0)
                                .getRefusal()
                                .getReason());
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
            RawWorker worker = RawWorker.connect(request, 0);
            workers.put(0, worker);
            worker.answerAll();
        });

        try (Coordinator coordinator =
                Coordinator.start(Workers.on(launcher, 1).secretFile(file).build(), logs, messages::add)) {
            assertThat(messages).contains("answer: it does not know the token of this run");
            assertThat(coordinator.open(List.of(SERVER))).hasSize(1);
        }
    }

    @Test
    void completesARequestWithTheOutputOfTheWorker() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            Events events = new Events();
            backend.send(InferenceRequest.of(0, Prompt.of("Hello")), events);
            workers.get(0).awaitRequest();
            workers.get(0)
                    .write(ClusterProtocol.ToCoordinator.newBuilder()
                            .setFirstToken(ClusterProtocol.FirstToken.newBuilder()
                                    .setId(1)
                                    .setAt(1000)
                                    .setOutput(ClusterProtocol.ModelOutput.newBuilder()
                                            .setText("a")))
                            .build());
            workers.get(0)
                    .write(ClusterProtocol.ToCoordinator.newBuilder()
                            .setCompletion(ClusterProtocol.Completion.newBuilder()
                                    .setId(1)
                                    .setOutput(ClusterProtocol.ModelOutput.newBuilder()
                                            .setText("ab"))
                                    .setTokenCount(2)
                                    .setTokenSource("USAGE")
                                    .setTimes(ClusterProtocol.Times.newBuilder()
                                            .setFirstByte(900)
                                            .setFirstToken(1000)
                                            .setFirstContent(1000)
                                            .setLastToken(3000)
                                            .setDone(4000))
                                    .addChunkGaps(2000)
                                    .addChunkIds(1))
                            .build());

            assertThat(((Output) events.next()).text()).isEqualTo("a");
            Response response = (Response) events.next();
            Timeline times = response.timeline();
            assertThat(response.output().text()).isEqualTo("ab");
            assertThat(times.workerFirstToken()).isEqualTo(1000);
            assertThat(times.workerDone()).isEqualTo(4000);
            assertThat(times.lastToken() - times.firstToken()).isBetween(0L, 2000L);
            assertThat(times.sent()).isLessThanOrEqualTo(times.firstByte());
            assertThat(times.firstByte()).isLessThanOrEqualTo(times.firstToken());
            assertThat(times.lastToken()).isLessThanOrEqualTo(times.done());
        }
    }

    @Test
    void losesAWorkerWhoseConnectionEndsAndStopsTheOthers() throws Exception {
        try (Coordinator coordinator = start(true, 2)) {
            List<RemoteWorker> backends = coordinator.open(List.of(SERVER));
            Events first = new Events();
            Events second = new Events();
            backends.get(0).send(InferenceRequest.of(0, Prompt.of("Hello")), first);
            backends.get(1).send(InferenceRequest.of(0, Prompt.of("Hello")), second);
            workers.get(0).awaitRequest();
            workers.get(1).awaitRequest();
            workers.get(1).close();

            assertThat(((Failure) second.next()).message()).startsWith("worker-1 was lost: its connection ");
            Failure stopped = new Failure(Failure.Kind.CANCELLED, "the run was stopped, because worker-1 was lost");
            assertThat(first.next()).isEqualTo(stopped);
            assertThat(coordinator.explainedLoss().orElseThrow())
                    .startsWith("worker-1 (process 1 on test) was lost: its connection ");
            Events late = new Events();
            backends.get(0).send(InferenceRequest.of(0, Prompt.of("Hello")), late);
            assertThat(late.next()).isEqualTo(stopped);
            backends.get(1).send(InferenceRequest.of(0, Prompt.of("Hello")), late);
            assertThat(((Failure) late.next()).kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
        }
    }

    @Test
    void losesAWorkerIfAListenerThrowsAnError() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            Events waiting = new Events();
            backend.send(InferenceRequest.of(0, Prompt.of("Hello")), new Events() {
                @Override
                public void end(Response response) {
                    throw new StackOverflowError();
                }
            });
            backend.send(InferenceRequest.of(0, Prompt.of("Hello")), waiting);
            workers.get(0).awaitRequest();

            workers.get(0).write(completion(1));

            assertThat(((Failure) waiting.next()).message())
                    .isEqualTo("worker-0 was lost: its messages cannot be processed: java.lang.StackOverflowError");
        }
    }

    @Test
    void losesAWorkerThatNoLongerAnswers() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            assertThat(coordinator.explainedLoss()).isEmpty();
            workers.get(0).answersPings = false;
            for (int i = 0; i < 400 && coordinator.lost().isEmpty(); i++) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            assertThat(coordinator.explainedLoss().orElseThrow())
                    .startsWith("worker-0 (process 1 on test) was lost: it has sent no message for 5 s");
        }
    }

    @Test
    void sendsHeartbeatsToAWorkerWhileAnotherHasNotConnected() throws Exception {
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {
            RawWorker first = RawWorker.connect(request, 0);
            workers.put(0, first);
            try {
                messages.add("first message: " + first.read().getMessageCase());
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
            RawWorker second = RawWorker.connect(request, 1);
            workers.put(1, second);
            first.answerAll();
            second.answerAll();
        });

        try (Coordinator coordinator = start(launcher, 2)) {
            assertThat(messages).contains("first message: PING");
            assertThat(coordinator.lost()).isEmpty();
        }
    }

    @Test
    void sendsHeartbeatsToAWorkerWhileTheClockOfAnotherIsMeasured() throws Exception {
        CountDownLatch pings = new CountDownLatch(ClockOffset.ROUND_TRIPS + 2);
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {
            RawWorker first = RawWorker.connect(request, 0);
            RawWorker second = RawWorker.connect(request, 1);
            workers.put(0, first);
            workers.put(1, second);
            try {
                while (pings.getCount() > 0) {
                    first.answer(first.read());
                    pings.countDown();
                }
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
            first.answerAll();
            second.answerAll();
        });

        try (Coordinator coordinator = start(launcher, 2)) {
            assertThat(pings.getCount()).isZero();
            assertThat(coordinator.lost()).isEmpty();
        }
    }

    /**
     * No worker replies to this ping until all workers have received it. If the clocks were measured one after the other, the other workers
     * would receive only heartbeats, and fewer than this number before the coordinator gives up.
     */
    @Test
    void measuresTheClocksOfAllWorkersAtTheSameTime() throws Exception {
        CountDownLatch missing = new CountDownLatch(8);
        HandStartedWorkers launcher =
                new HandStartedWorkers(true, request -> IntStream.range(0, 8).forEach(rank -> {
                    AtomicInteger pings = new AtomicInteger();
                    answerAfterAll(
                            RawWorker.connect(request, rank),
                            rank,
                            message -> message.hasPing() && pings.incrementAndGet() == ClockOffset.ROUND_TRIPS / 2,
                            missing);
                }));

        try (Coordinator coordinator = start(launcher, 8)) {
            assertThat(missing.getCount()).isZero();
            assertThat(coordinator.workers())
                    .hasSize(8)
                    .allSatisfy(each -> assertThat(each.before().boundNanos()).isBetween(0L, Long.MAX_VALUE - 1));
        }
    }

    /** Answers all messages of a worker, but holds one message until all workers have received theirs. */
    private void answerAfterAll(
            RawWorker worker, int rank, Predicate<ClusterProtocol.ToWorker> isHeld, CountDownLatch missing) {
        workers.put(rank, worker);
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            ClusterProtocol.ToWorker message = worker.read();
                            if (isHeld.test(message)) {
                                missing.countDown();
                                missing.await();
                            }
                            worker.answer(message);
                        }
                    } catch (IOException | NullPointerException | InterruptedException e) {
                        // the connection has ended
                    }
                },
                "test-worker");
        thread.setDaemon(true);
        thread.start();
    }

    /** The worker confirms at least every 32 KiB. It leaves 10 KiB unconfirmed, and the next ping is behind the large request. */
    @Test
    void sendsALargeRequestAlthoughFewBytesAreUnconfirmed() throws Exception {
        try (Coordinator coordinator = start(readsOnlyUntilTheFirstServer(), 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            RawWorker worker = workers.get(0);
            Events events = new Events();
            for (int kibibytes : List.of(200, 10, 5000)) {
                backend.send(InferenceRequest.of(0, Prompt.of("x".repeat(kibibytes << 10))), events);
            }

            long read = 0;
            long confirmed = 0;
            ClusterProtocol.ToWorker message = worker.read();
            while (message.getRequest().getId() != 3) {
                if (message.hasRequest()) {
                    read += Integer.BYTES + message.getSerializedSize();
                }
                if (message.hasPing() || read - confirmed >= WorkerSession.CONFIRM_BYTES) {
                    confirmed = read;
                    worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                            .setReceived(ClusterProtocol.Received.newBuilder().setBytes(read))
                            .build());
                }
                message = worker.read();
            }
            assertThat(coordinator.lost()).isEmpty();
        }
    }

    /** This thread sends the request before it reads it as the worker. A send that blocked would end the connection. */
    @Test
    void theSenderOfALargeRequestDoesNotWaitForTheWorker() throws Exception {
        try (Coordinator coordinator = start(readsOnlyUntilTheFirstServer(), 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            Events events = new Events();
            String text = "x".repeat(20 << 20);
            backend.send(InferenceRequest.of(0, Prompt.of(text)), events);

            ClusterProtocol.ToWorker message = workers.get(0).read();
            while (!message.hasRequest()) {
                message = workers.get(0).read();
            }
            assertThat(message.getRequest().getText()).isEqualTo(text);
            assertThat(coordinator.lost()).isEmpty();
            assertThat(events.all).isEmpty();
        }
    }

    private HandStartedWorkers readsOnlyUntilTheFirstServer() {
        return new HandStartedWorkers(true, request -> {
            RawWorker worker = RawWorker.connect(request, 0);
            workers.put(0, worker);
            try {
                ClusterProtocol.ToWorker message;
                do {
                    message = worker.read();
                    worker.answer(message);
                } while (!message.hasOpen());
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "oversized",
                "truncated",
                "hello again",
                "unknown request",
                "two completions",
                "a time longer than the run",
                "unknown kind",
                "too many bytes confirmed",
                "unasked report",
                "unasked endpoint"
            })
    void losesAWorkerThatSendsAnInvalidMessage(String fault) throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            Events events = new Events();
            backend.send(InferenceRequest.of(0, Prompt.of("Hello")), events);
            workers.get(0).awaitRequest();
            sendFault(workers.get(0), fault);

            Object last = events.next();
            assertThat(last).isNotNull();
            for (int i = 0; i < 400 && coordinator.lost().isEmpty(); i++) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThat(coordinator.lost().orElseThrow()).startsWith("worker-0 (process 1 on test) was lost: it");
        }
    }

    private static void sendFault(RawWorker worker, String fault) throws IOException {
        switch (fault) {
            case "garbage" -> worker.writeBytes(new byte[] {0, 0, 0, 4, -1, -1, -1, -1});
            case "oversized" -> worker.writeBytes(new byte[] {127, -1, -1, -1, 1});
            case "truncated" -> {
                worker.writeBytes(new byte[] {0, 0, 1, 0, 1});
                worker.raw.shutdownOutput();
            }
            case "hello again" ->
                worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setHello(ClusterProtocol.Hello.getDefaultInstance())
                        .build());
            case "unknown request" -> worker.write(completion(99));
            case "two completions" -> {
                worker.write(completion(1));
                worker.write(completion(1));
            }
            case "a time longer than the run" ->
                worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setCompletion(ClusterProtocol.Completion.newBuilder()
                                .setId(1)
                                .setTokenSource("USAGE")
                                .setTimes(ClusterProtocol.Times.newBuilder().setDone(1L << 62)))
                        .build());
            case "unknown kind" ->
                worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setFailure(ClusterProtocol.RequestFailure.newBuilder()
                                .setId(1)
                                .setKind("ODD"))
                        .build());
            case "too many bytes confirmed" ->
                worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setReceived(ClusterProtocol.Received.newBuilder().setBytes(1L << 40))
                        .build());
            case "unasked report" ->
                worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setReport(ClusterProtocol.ClientReport.getDefaultInstance())
                        .build());
            default ->
                worker.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setOpened(ClusterProtocol.EndpointOpened.newBuilder().setEndpoint(99))
                        .build());
        }
    }

    /** Changes messages at random. Each connection may end, but the coordinator must still accept the next one. */
    @Test
    void survivesRandomBytesBeforeAndAfterTheHandshake() throws Exception {
        Random random = new Random(17);
        for (int round = 0; round < 20; round++) {
            workers.clear();
            try (Coordinator coordinator = start(true, 1)) {
                int port = workers.get(0).raw.getPort();
                LaunchRequest stranger = new LaunchRequest(
                        1, List.of(), "", List.of("--connect", "127.0.0.1:" + port), "none -", Map.of(), logs);
                for (int i = 0; i < 20; i++) {
                    try (RawWorker other = new RawWorker(stranger)) {
                        other.writeBytes(changed(random));
                    }
                }
                RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
                assertThat(coordinator.lost()).isEmpty();
                Events events = new Events();
                backend.send(InferenceRequest.of(0, Prompt.of("Hello")), events);
                workers.get(0).awaitRequest();
                try {
                    for (int i = 0; i < 200; i++) {
                        workers.get(0).writeBytes(changed(random));
                    }
                    workers.get(0).raw.shutdownOutput();
                } catch (IOException e) {
                    // the coordinator has closed the connection
                }
                assertThat(events.next()).isNotNull();
            }
        }
    }

    private static ClusterProtocol.ToCoordinator message(Random random) {
        ClusterProtocol.ToCoordinator.Builder any = ClusterProtocol.ToCoordinator.newBuilder();
        long id = random.nextInt(3);
        return switch (random.nextInt(8)) {
            case 0 -> completion(id);
            case 1 ->
                any.setFirstToken(ClusterProtocol.FirstToken.newBuilder()
                                .setId(id)
                                .setAt(random.nextLong()))
                        .build();
            case 2 ->
                any.setCompletion(ClusterProtocol.Completion.newBuilder()
                                .setId(id)
                                .setTokenCount(random.nextInt())
                                .setTokenSource("NONE")
                                .addChunkGaps(random.nextLong())
                                .addChunkIds(random.nextInt())
                                .setTimes(ClusterProtocol.Times.newBuilder()
                                        .setFirstByte(random.nextLong())
                                        .setLastToken(random.nextLong())
                                        .setDone(random.nextLong())))
                        .build();
            case 3 ->
                any.setFailure(ClusterProtocol.RequestFailure.newBuilder()
                                .setId(id)
                                .setKind("CONNECTION_ERROR")
                                .addChunkGaps(random.nextLong()))
                        .build();
            case 4 ->
                any.setReceived(ClusterProtocol.Received.newBuilder().setBytes(random.nextLong()))
                        .build();
            case 5 ->
                any.setPong(ClusterProtocol.Pong.newBuilder().setId(id).setWallClock(random.nextLong()))
                        .build();
            case 6 ->
                any.setReport(ClusterProtocol.ClientReport.newBuilder()
                                .addReasons(ClusterProtocol.ClientReason.newBuilder()
                                        .setCode("ODD")))
                        .build();
            default ->
                any.setOpened(ClusterProtocol.EndpointOpened.newBuilder().setEndpoint(random.nextInt(3)))
                        .build();
        };
    }

    private static byte[] changed(Random random) {
        byte[] frame = FramedSocket.frame(message(random));
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            frame[random.nextInt(frame.length)] = (byte) random.nextInt(256);
        }
        if (random.nextInt(10) == 0) {
            ByteBuffer.wrap(frame).putInt(random.nextInt());
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(frame, random.nextInt(frame.length)) : frame;
    }

    @Test
    void strangersWhoSayNothingKeepNoWorkerOut() throws Exception {
        List<Socket> strangers = new CopyOnWriteArrayList<>();
        HandStartedWorkers launcher = new HandStartedWorkers(true, request -> {
            try {
                String address = request.arguments().get(1);
                int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
                for (int i = 0; i < Handshakes.MAX + 10; i++) {
                    strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
                }
            } catch (IOException e) {
                messages.add("failed: " + e);
            }
            RawWorker worker = RawWorker.connect(request, 0);
            workers.put(0, worker);
            worker.answerAll();
        });

        try (Coordinator coordinator = start(launcher, 1)) {
            assertThat(strangers).hasSize(Handshakes.MAX + 10);
            assertThat(messages).filteredOn(each -> each.startsWith("failed")).isEmpty();
            assertThat(coordinator.open(List.of(SERVER))).hasSize(1);
            assertThat(messages)
                    .filteredOn(each -> each.contains("was refused"))
                    .hasSizeLessThanOrEqualTo(1);
        } finally {
            for (Socket each : strangers) {
                each.close();
            }
        }
    }

    @Test
    void oneBackendOfEachWorkerReturnsItsWarnings() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            List<RemoteWorker> backends = coordinator.open(List.of(SERVER, SERVER));
            workers.get(0).report = ClusterProtocol.ClientReport.newBuilder()
                    .addWarnings("http://a gave each chunk another id\u001b[2J")
                    .build();

            RunMonitor monitor = backends.get(0).monitorSender(ClientLimits.NONE);
            assertThat(backends.get(0).warnings()).isEmpty();
            monitor.finish();

            assertThat(backends.get(0).warnings())
                    .containsExactly("worker-0 on test: http://a gave each chunk another id?[2J");
            assertThat(backends.get(1).warnings()).isEmpty();
        }
    }

    @Test
    void reportsTheWorkerThatIsTheBottleneck() throws Exception {
        try (Coordinator coordinator = start(true, 2)) {
            List<RemoteWorker> backends = coordinator.open(List.of(SERVER, SERVER));
            workers.get(1).report = ClusterProtocol.ClientReport.newBuilder()
                    .setStrayConnections(2)
                    .addReasons(ClusterProtocol.ClientReason.newBuilder()
                            .setCode("CPUS_BUSY")
                            .setText("client-limited: busy\u001b[2J")
                            .putValues("share", 0.99))
                    .build();
            List<RunMonitor> monitors = backends.stream()
                    .map(each -> each.monitorSender(ClientLimits.NONE))
                    .toList();

            assertThat(monitors.get(0).finish()).isEqualTo(ClientVerdict.CLEAR);
            assertThat(monitors.get(2)).isSameAs(RunMonitor.NONE); // the second server of the same worker
            ClientVerdict verdict = monitors.get(1).finish();
            assertThat(verdict.clientLimited())
                    .containsExactly(new Reason(
                            Reason.Code.CPUS_BUSY,
                            "worker-1 on test: client-limited: busy?[2J",
                            Map.of("share", 0.99)));
            assertThat(verdict.others()).extracting(Reason::code).containsExactly(Reason.Code.UNEXPECTED_BYTES);
            workers.get(1).close();
            assertThat(monitors.get(1).finish()).isEqualTo(ClientVerdict.CLEAR);
        }
    }

    @Test
    void reportsASlowLink() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            ClientLimits limits = new ClientLimits(Duration.ofMillis(20), Duration.ofMillis(10), 1, 1, 1);
            RunMonitor monitor = backend.monitorSender(limits);
            Events events = new Events();
            for (int i = 1; i <= 12; i++) {
                if (i == 2) {
                    TimeUnit.NANOSECONDS.sleep(LinkDelays.START_NANOS); // a pause is the subject: then delays count
                }
                backend.send(InferenceRequest.of(0, Prompt.of("Hello")), events);
                workers.get(0).awaitRequest(); // a queued request is sent later than this call
            }
            for (int i = 1; i <= 12; i++) {
                if (i == 1) {
                    TimeUnit.MILLISECONDS.sleep(100); // a pause is the subject: a link slower than the worker's 5 ns
                }
                workers.get(0).write(completion(i));
                events.next();
            }

            assertThat(monitor.finish().clientLimited()).singleElement().satisfies(reason -> {
                assertThat(reason.code()).isEqualTo(Reason.Code.SLOW_LINK);
                assertThat(reason.text())
                        .startsWith("client-limited: the round trip to worker-0 on test took longer than 30.0 ms"
                                + " for 11 of 11 requests, at most ");
            });
            assertThat(backend.monitorSender(limits).finish()).isEqualTo(ClientVerdict.CLEAR); // the next run
            LinkDelays unlimited = new LinkDelays(limits.in(Scenario.OFFLINE));
            for (int i = 0; i < 100; i++) {
                unlimited.add(i * LinkDelays.START_NANOS, Long.MAX_VALUE);
            }
            assertThat(unlimited.reasons("worker-0")).isEmpty();
        }
    }

    @Test
    void aWorkerThatSendsNoReportIsNotTakenForHealthy() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            workers.get(0).sendsReports = false;

            assertThat(backend.monitorSender(ClientLimits.DEFAULTS).finish().others())
                    .singleElement()
                    .extracting(Reason::text)
                    .isEqualTo("worker-0 on test did not report its own delays within 10.0 s: it is unknown if it was"
                            + " the bottleneck");
        }
    }

    @Test
    void losesAWorkerWhoseReportHasAnUnknownCode() throws Exception {
        try (Coordinator coordinator = start(true, 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            workers.get(0).report = ClusterProtocol.ClientReport.newBuilder()
                    .addReasons(ClusterProtocol.ClientReason.newBuilder().setCode("ODD"))
                    .build();

            assertThat(backend.monitorSender(ClientLimits.DEFAULTS).finish()).isEqualTo(ClientVerdict.CLEAR);
            assertThat(coordinator.lost().orElseThrow()).contains("it sent an invalid message");
        }
    }

    @Test
    void neverBlocksTheSenderWhileAWorkerDoesNotRead() throws Exception {
        Prompt large = Prompt.of("x".repeat(100_000));

        try (Coordinator coordinator = start(readsOnlyUntilTheFirstServer(), 1)) {
            RemoteWorker backend = coordinator.open(List.of(SERVER)).get(0);
            Events events = new Events();
            for (int i = 0; i < 1000; i++) { // 100 MB
                backend.send(InferenceRequest.of(i, large), events);
            }
            assertThat(events.all).isEmpty();
            backend.close();

            for (int i = 0; i < 1000; i++) {
                assertThat(((Failure) events.next()).kind()).isEqualTo(Failure.Kind.CANCELLED);
            }
        }
    }
}
