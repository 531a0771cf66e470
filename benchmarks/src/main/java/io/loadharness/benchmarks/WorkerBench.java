// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.Failure;
import io.loadharness.engine.EngineProcess;
import io.loadharness.engine.NullWorker;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Measures the cost of engines in worker processes, with workers that have no engine. */
final class WorkerBench {

    private static final int BATCH = 64;
    private static final int STEPS = 512;
    private static final int BATCHES = 600;
    private static final int QUICK_BATCHES = 20;
    private static final int BATCHES_IN_FLIGHT = 4;
    private static final int PROMPT = 16;
    private static final int REQUESTS = 20_000;
    private static final int QUICK_REQUESTS = 2000;
    private static final int READ_BYTES = 256 << 10;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    private static final BenchFigure RATIO = BenchFigure.ratio(
            "worker_tokens_ratio", "Tokens/s of a worker without an engine / the same bytes through a socket", 0.5);
    private static final BenchFigure PER_CPU = new BenchFigure(
            "worker_tokens_per_cpu_s",
            "Tokens per CPU second of the harness",
            "tokens",
            OptionalDouble.of(400_000),
            true);
    private static final BenchFigure ISOLATION =
            BenchFigure.cost("isolation_added_us", "Time that isolation adds to a request (p50)", "µs", 60);

    private final Path logs;
    private final int runs;
    private final int batches;
    private final int requests;
    private final Progress progress;

    WorkerBench(Path logs, int runs, boolean quick, Progress progress) {
        this.logs = logs;
        this.runs = runs;
        this.batches = quick ? QUICK_BATCHES : BATCHES;
        this.requests = quick ? QUICK_REQUESTS : REQUESTS;
        this.progress = progress;
    }

    /** Measures all figures. */
    List<FigureSpread> measure() throws IOException, InterruptedException {
        List<FigureSpread> all = new ArrayList<>(tokens());
        all.add(isolation());
        return all;
    }

    private List<FigureSpread> tokens() throws IOException, InterruptedException {
        List<Double> ratios = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        List<Double> perCpu = new ArrayList<>();
        try (EngineProcess engine = start("stream", String.valueOf(STEPS))) {
            new Stream(engine, batches).run();
            for (int i = 1; i <= runs; i++) {
                progress.measuring("streamed tokens, " + i + " of " + runs);
                Stream stream = new Stream(engine, batches);
                double rate = stream.run();
                ratios.add(rate / socket());
                rates.add(rate);
                perCpu.add(stream.perCpuSecond());
            }
        }
        return List.of(
                FigureSpread.of(
                        RATIO,
                        ratios,
                        Quantity.number(FigureSpread.median(rates)) + " tokens/s, " + BATCH
                                + " sequences, 1 token each per frame"),
                FigureSpread.of(PER_CPU, perCpu));
    }

    /** Returns the tokens per second of the same frames through a Unix-domain socket, whose reader does not decode them. */
    private double socket() throws IOException, InterruptedException {
        Path path = Files.createTempDirectory("loadharness-").resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            ProcessBuilder builder = writer();
            builder.environment().put("LOADHARNESS_SOCKET", path.toString());
            Process writer = builder.start();
            try (SocketChannel accepted = server.accept();
                    InputStream in = Channels.newInputStream(accepted)) {
                return tokensPerSecond(in);
            } finally {
                writer.destroy();
                writer.waitFor();
            }
        } finally {
            Files.delete(path);
            Files.delete(Objects.requireNonNull(path.getParent()));
        }
    }

    private ProcessBuilder writer() {
        return new ProcessBuilder(NullWorker.command(
                        "write", String.valueOf(BATCH), String.valueOf(STEPS), String.valueOf(batches)))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private double tokensPerSecond(InputStream in) throws IOException {
        byte[] buffer = new byte[READ_BYTES];
        int first = in.read(buffer);
        long start = System.nanoTime();
        long bytes = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes += read;
        }
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        return (double) BATCH * STEPS * batches * bytes / (bytes + first) / seconds;
    }

    private FigureSpread isolation() throws IOException, InterruptedException {
        List<Double> added = new ArrayList<>();
        List<Double> direct = new ArrayList<>();
        try (EngineProcess engine = start("isolated")) {
            InferenceBackend inProcess = NullWorker.backend();
            latency(engine, requests);
            latency(inProcess, requests);
            for (int i = 1; i <= runs; i++) {
                progress.measuring("isolated requests, " + i + " of " + runs);
                double without = latency(inProcess, requests);
                added.add(latency(engine, requests) - without);
                direct.add(without);
            }
        }
        return FigureSpread.of(
                ISOLATION, added, "in this process: " + Quantity.number(FigureSpread.median(direct)) + " µs");
    }

    private EngineProcess start(String... arguments) throws IOException, InterruptedException {
        EngineProcess engine = EngineProcess.builder()
                .command(NullWorker.command(arguments))
                .logFolder(logs)
                .build()
                .get(0);
        engine.start();
        return engine;
    }

    private static InferenceRequest request() {
        int[] ids = new int[PROMPT];
        Arrays.setAll(ids, i -> i);
        return new InferenceRequest(
                0,
                Prompt.of(ids),
                GenerationParameters.builder().maxTokens(STEPS).build());
    }

    /** Returns the median duration of requests that are sent one after the other, in microseconds. */
    private static double latency(InferenceBackend backend, int requests) throws InterruptedException {
        InferenceRequest request = request();
        long[] nanos = new long[requests];
        for (int i = 0; i < requests; i++) {
            Waiter waiter = new Waiter();
            long start = System.nanoTime();
            backend.send(request, waiter);
            nanos[i] = waiter.await() - start;
        }
        Arrays.sort(nanos);
        return nanos[requests / 2] / NANOS_PER_MICRO;
    }

    /** Waits for one response. The time is taken on the thread that reports it, as the harness does. */
    private static final class Waiter implements ResponseListener {

        private final Semaphore ended = new Semaphore(0);
        private volatile long end;
        private volatile @Nullable Failure failure;

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            end = System.nanoTime();
            ended.release();
        }

        @Override
        public void failed(Failure why, Timeline timeline) {
            failure = why;
            ended.release();
        }

        long await() throws InterruptedException {
            ended.acquire();
            if (failure != null) {
                throw new IllegalStateException(failure.message());
            }
            return end;
        }
    }

    /** Batches that are sent one after the other, some of them in flight at a time. */
    private static final class Stream implements ResponseListener {

        private static final OperatingSystemMXBean PROCESS =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

        private final EngineProcess engine;
        private final int batches;
        private final List<InferenceRequest> batch = Collections.nCopies(BATCH, request());
        private final List<Stream> listeners = Collections.nCopies(BATCH, this);
        private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
        private final Semaphore slots = new Semaphore(BATCHES_IN_FLIGHT);
        private long tokens;
        private int endedOfBatch;
        private long cpuNanos;

        Stream(EngineProcess engine, int batches) {
            this.engine = engine;
            this.batches = batches;
        }

        /** Sends all batches, and returns the tokens per second. */
        double run() throws InterruptedException {
            long cpu = PROCESS.getProcessCpuTime();
            long start = System.nanoTime();
            for (int i = 0; i < batches; i++) {
                slots.acquire();
                engine.sendTogether(batch, listeners);
            }
            slots.acquire(BATCHES_IN_FLIGHT);
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            cpuNanos = PROCESS.getProcessCpuTime() - cpu;
            Failure failed = failure.get();
            if (failed != null || tokens != (long) BATCH * STEPS * batches) {
                throw new IllegalStateException("the worker returned " + tokens + " tokens: " + failed);
            }
            return tokens / seconds;
        }

        double perCpuSecond() {
            return tokens * NANOS_PER_SECOND / cpuNanos;
        }

        @Override
        public void firstToken(long nanos, Output first) {
            tokens += first.tokenIds().length;
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            tokens += tokenIds;
        }

        @Override
        public void end(Response response) {
            ended();
        }

        @Override
        public void failed(Failure why, Timeline timeline) {
            failure.compareAndSet(null, why);
            ended();
        }

        private void ended() {
            endedOfBatch++;
            if (endedOfBatch == BATCH) {
                endedOfBatch = 0;
                slots.release();
            }
        }
    }
}
