// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cluster.Coordinator;
import io.loadharness.cluster.RemoteWorker;
import io.loadharness.cluster.WorkerEndpoint;
import io.loadharness.cluster.Workers;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Timeline;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.ToLongFunction;

/** Measures the figures of {@code bench cluster}: the cost of a worker between the load generator and the server. */
final class ClusterBench {

    private static final double RATE = 500;
    private static final double TTFT_RATE = 50;
    private static final double SHARE_OF_MAXIMUM = 0.7;
    private static final int IN_FLIGHT = 32;
    private static final int TOKENS = 4;
    private static final Duration SERVICE = Duration.ofMillis(20);
    private static final Duration LENGTH = Duration.ofSeconds(10);
    private static final Duration QUICK_LENGTH = Duration.ofSeconds(1);
    private static final double NANOS_PER_MICRO = 1e3;

    private static final BenchFigure HOP_P50 =
            BenchFigure.cost("hop_us_p50", "Message to a worker and back, 500/s of 4 KiB (p50)", "µs", 150);
    private static final BenchFigure HOP_P99 =
            new BenchFigure("hop_us_p99", "Message to a worker and back (p99)", "µs", OptionalDouble.empty(), false);
    private static final BenchFigure HOP_P99_RATIO = new BenchFigure(
            "hop_p99_ratio",
            "The same (p99) / a bare echo beside direct requests",
            BenchFigure.RATIO,
            OptionalDouble.of(1.5),
            false);
    private static final BenchFigure OVERHEAD = BenchFigure.ratio(
            "cluster_overhead_ratio", "Throughput with a worker / without, at 70 % of the maximum", 0.95);
    private static final BenchFigure TTFT_SHARE = new BenchFigure(
            "cluster_ttft_share",
            "TTFT that a worker adds / TTFT of 20 ms",
            BenchFigure.RATIO,
            OptionalDouble.of(0.05),
            false);
    private static final BenchFigure CPU =
            BenchFigure.cost("coordinator_cpu_us_per_request", "CPU time of the coordinator for a request", "µs", 15);

    private final BenchFolder benchFolder;
    private final int runs;
    private final Duration length;
    private final Progress progress;

    ClusterBench(BenchFolder benchFolder, int runs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.runs = runs;
        this.length = quick ? QUICK_LENGTH : LENGTH;
        this.progress = progress;
    }

    /** Measures all figures. */
    List<FigureSpread> measure() throws IOException, InterruptedException {
        List<FigureSpread> all = new ArrayList<>();
        try (ClusterServer slow = ClusterServer.start(SERVICE);
                ClusterServer fast = ClusterServer.start(Duration.ZERO);
                EchoServer echo = EchoServer.start();
                Coordinator coordinator =
                        Coordinator.start(Workers.on("local", 1).build(), benchFolder.newLogs(), message -> {});
                Sides slowSides = Sides.of(coordinator, slow.url());
                Sides fastSides = Sides.of(coordinator, fast.url())) {
            progress.measuring("warm-up");
            slowSides.worker().paced(RATE, length);
            echo.run(RATE, length);
            fastSides.worker().closed(IN_FLIGHT, length);
            fastSides.plain().closed(IN_FLIGHT, length);
            all.addAll(hops(slowSides, echo));
            all.add(overhead(fastSides));
            all.add(ttft(slowSides));
            all.add(cpu(fastSides.worker(), echo));
        }
        return all;
    }

    /** Measures messages to a worker, and a bare echo while the same requests are sent without a worker. */
    private List<FigureSpread> hops(Sides sides, EchoServer echo) throws IOException, InterruptedException {
        List<Double> p50 = new ArrayList<>();
        List<Double> p99 = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> echoP50 = new ArrayList<>();
        List<Double> echoP99 = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            progress.measuring("messages at 500/s, " + i + " of " + runs);
            long[] trips = beside(sides.plain(), echo);
            long[] hops = sorted(
                    sides.worker().paced(RATE, length).times(), each -> each.done() - each.sent() - each.workerDone());
            p50.add(percentile(hops, 0.5));
            p99.add(percentile(hops, 0.99));
            echoP50.add(percentile(trips, 0.5));
            echoP99.add(percentile(trips, 0.99));
            ratios.add(percentile(hops, 0.99) / percentile(trips, 0.99));
        }
        return List.of(
                FigureSpread.of(
                        HOP_P50,
                        p50,
                        "bare echo beside direct requests: " + Quantity.number(FigureSpread.median(echoP50)) + " µs"),
                FigureSpread.of(
                        HOP_P99,
                        p99,
                        "bare echo beside direct requests: " + Quantity.number(FigureSpread.median(echoP99)) + " µs"),
                FigureSpread.of(HOP_P99_RATIO, ratios));
    }

    private long[] beside(ClusterLoad requests, EchoServer echo) throws IOException, InterruptedException {
        FutureTask<ClusterLoad.Result> load = new FutureTask<>(() -> requests.paced(RATE, length));
        new Thread(load).start();
        long[] trips = echo.run(RATE, length);
        try {
            load.get();
            return trips;
        } catch (ExecutionException e) {
            throw new IOException("the direct requests failed: " + e.getCause(), e);
        }
    }

    private FigureSpread overhead(Sides sides) throws IOException, InterruptedException {
        List<Double> ratios = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            progress.measuring("throughput, " + i + " of " + runs);
            double rate =
                    SHARE_OF_MAXIMUM * sides.plain().closed(IN_FLIGHT, length).perSecond();
            double plain = sides.plain().paced(rate, length).perSecond();
            ratios.add(sides.worker().paced(rate, length).perSecond() / plain);
            rates.add(rate);
        }
        return FigureSpread.of(OVERHEAD, ratios, "at " + Quantity.number(FigureSpread.median(rates)) + " requests/s");
    }

    private FigureSpread ttft(Sides sides) throws IOException, InterruptedException {
        List<Double> shares = new ArrayList<>();
        List<Double> plains = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            progress.measuring("time to first token, " + i + " of " + runs);
            ToLongFunction<Timeline> ttft = each -> each.firstToken() - each.sent();
            double plain =
                    percentile(sorted(sides.plain().paced(TTFT_RATE, length).times(), ttft), 0.5);
            double worker =
                    percentile(sorted(sides.worker().paced(TTFT_RATE, length).times(), ttft), 0.5);
            shares.add((worker - plain) / plain);
            plains.add(plain / NANOS_PER_MICRO);
        }
        return FigureSpread.of(
                TTFT_SHARE, shares, "without a worker: " + Quantity.number(FigureSpread.median(plains)) + " ms");
    }

    private FigureSpread cpu(ClusterLoad worker, EchoServer echo) throws IOException, InterruptedException {
        List<Double> micros = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        List<Double> batched = new ArrayList<>();
        List<Double> single = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            progress.measuring("CPU time, " + i + " of " + runs);
            ClusterLoad.Result result = worker.closed(IN_FLIGHT, length);
            micros.add(result.cpuMicros());
            rates.add(result.perSecond());
            batched.add(echo.closed(IN_FLIGHT, length));
            single.add(echo.closed(1, length));
        }
        return FigureSpread.of(
                CPU,
                micros,
                "at " + Quantity.number(FigureSpread.median(rates)) + " requests/s; bare echo: "
                        + Quantity.number(FigureSpread.median(batched)) + " µs with " + IN_FLIGHT
                        + " in flight, " + Quantity.number(FigureSpread.median(single)) + " µs one at a time");
    }

    private static long[] sorted(List<Timeline> times, ToLongFunction<Timeline> value) {
        return times.stream().mapToLong(value).sorted().toArray();
    }

    private static double percentile(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))] / NANOS_PER_MICRO;
    }

    /** Two loads with the same requests: one sends them directly, the other through a worker. */
    private record Sides(OpenAiBackend direct, RemoteWorker remote, ClusterLoad plain, ClusterLoad worker)
            implements AutoCloseable {

        static Sides of(Coordinator coordinator, String url) throws IOException, InterruptedException {
            InferenceRequest request = new InferenceRequest(
                    0,
                    Prompt.of("x".repeat(EchoServer.REQUEST_BYTES)),
                    GenerationParameters.builder()
                            .maxTokens(TOKENS)
                            .ignoreEos(true)
                            .build());
            OpenAiBackend direct = OpenAiBackend.builder(url)
                    .dialect(Dialect.VLLM_COMPLETIONS)
                    .model(ClusterServer.MODEL)
                    .build();
            RemoteWorker remote = coordinator
                    .open(List.of(new WorkerEndpoint(
                            url,
                            Dialect.VLLM_COMPLETIONS,
                            ClusterServer.MODEL,
                            true,
                            List.of(),
                            Optional.empty(),
                            TransportOptions.DEFAULTS,
                            Optional.empty())))
                    .get(0);
            return new Sides(direct, remote, new ClusterLoad(direct, request), new ClusterLoad(remote, request));
        }

        @Override
        public void close() {
            direct.close();
            remote.close();
        }
    }
}
