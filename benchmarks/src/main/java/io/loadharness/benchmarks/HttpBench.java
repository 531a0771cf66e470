// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.options.EnumNames;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Measures the figures of {@code bench http}. */
final class HttpBench {

    /**
     * The number of runs before the measurement. After these runs, the JVM's compiler has finished most of its work. {@code java.net.http}
     * needs about 20 runs.
     */
    private static final int WARM_UPS = 20;

    private static final int QUICK_WARM_UPS = 3;

    private static final int FIRST_TOKEN_SECONDS = 3;
    private static final double BYTES_PER_MIB = 1 << 20;

    private final Set<HttpFigure> selected;
    private final int pairs;
    private final boolean quick;
    private final Progress progress;

    HttpBench(Set<HttpFigure> selected, int pairs, boolean quick, Progress progress) {
        this.selected = selected;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /** Measures the selected figures of a transport, in the order of {@link HttpFigure}. */
    List<FigureSpread> measure(HttpSide side) throws IOException {
        List<FigureSpread> spreads = new ArrayList<>();
        if (isSelected(HttpFigure.REQUESTS_RATIO, HttpFigure.TTFT_ERROR_US_P50, HttpFigure.TTFT_ERROR_US_P99)) {
            spreads.addAll(requests(side));
        }
        if (isSelected(HttpFigure.SSE_PACED_RATIO, HttpFigure.BYTES_PER_EVENT)) {
            spreads.addAll(paced(side));
        }
        if (isSelected(HttpFigure.SSE_BURST_RATIO)) {
            spreads.addAll(burst(side));
        }
        if (isSelected(HttpFigure.WATCHED_REQUESTS_RATIO)) {
            spreads.add(ratio(
                    HttpFigure.WATCHED_REQUESTS_RATIO,
                    side,
                    watched(side, HttpWorkload.REQUESTS),
                    HttpContender.Run::requestsPerCpuSecond));
        }
        if (isSelected(HttpFigure.WATCHED_PACED_RATIO)) {
            spreads.add(ratio(
                    HttpFigure.WATCHED_PACED_RATIO,
                    side,
                    watched(side, HttpWorkload.SSE_PACED),
                    HttpContender.Run::eventsPerCpuSecond));
        }
        if (isSelected(HttpFigure.STREAMS_HELD)) {
            spreads.add(streams(side));
        }
        return spreads.stream()
                .filter(each -> selected.stream()
                        .anyMatch(figure -> figure.id(side).equals(each.figure().id())))
                .toList();
    }

    private boolean isSelected(HttpFigure... figures) {
        return List.of(figures).stream().anyMatch(selected::contains);
    }

    private List<FigureSpread> requests(HttpSide side) throws IOException {
        HttpWorkload workload = HttpWorkload.REQUESTS;
        try (HttpServer server = HttpServer.start(workload);
                JvmClient ours = side.startOurs(server.uri(), workload)) {
            List<Pair<HttpContender.Run>> runs = pairs(side, workload, server, ours);
            List<FigureSpread> spreads = new ArrayList<>();
            spreads.add(ratio(HttpFigure.REQUESTS_RATIO, side, runs, HttpContender.Run::requestsPerCpuSecond));
            if (isSelected(HttpFigure.TTFT_ERROR_US_P50, HttpFigure.TTFT_ERROR_US_P99)) {
                double half = Pair.median(runs, pair -> pair.ours().requestsPerSecond()) / 2;
                spreads.addAll(firstTokens(side, ours, new CClient(server.uri(), workload), half));
            }
            return spreads;
        }
    }

    /**
     * Measures LoadHarness and a plain C++ client alternately at the same rate. The delay of the C++ client shows how much of LoadHarness'
     * delay the machine causes.
     */
    private List<FigureSpread> firstTokens(HttpSide side, JvmClient ours, CClient plain, double perSecond)
            throws IOException {
        progress.measuring("first tokens, " + EnumNames.of(side) + ", " + pairs + " times");
        int requests = (int) (perSecond * (quick ? 1 : FIRST_TOKEN_SECONDS));
        List<Pair<FirstTokens>> runs = Pair.run(
                pairs, () -> ours.firstTokens(perSecond, requests), () -> plain.firstTokens(perSecond, requests));
        String rate = Quantity.number(Math.rint(perSecond)) + " requests per second";
        return List.of(
                firstTokens(HttpFigure.TTFT_ERROR_US_P50.on(side), runs, FirstTokens::p50Micros, rate),
                firstTokens(HttpFigure.TTFT_ERROR_US_P99.on(side), runs, FirstTokens::p99Micros, rate));
    }

    private static FigureSpread firstTokens(
            BenchFigure figure, List<Pair<FirstTokens>> runs, ToDoubleFunction<FirstTokens> micros, String rate) {
        double plain = Pair.median(runs, pair -> micros.applyAsDouble(pair.other()));
        return FigureSpread.of(figure, Pair.values(runs, pair -> micros.applyAsDouble(pair.ours())), rate)
                .withNote("C client: " + Quantity.number(Math.rint(plain)));
    }

    private List<FigureSpread> paced(HttpSide side) throws IOException {
        List<Pair<HttpContender.Run>> runs = pairs(side, HttpWorkload.SSE_PACED);
        return List.of(
                ratio(HttpFigure.SSE_PACED_RATIO, side, runs, HttpContender.Run::eventsPerCpuSecond),
                FigureSpread.of(HttpFigure.BYTES_PER_EVENT.on(side), Pair.values(runs, pair -> pair.ours()
                        .bytesPerEvent())));
    }

    private List<FigureSpread> burst(HttpSide side) throws IOException {
        return List.of(ratio(
                HttpFigure.SSE_BURST_RATIO,
                side,
                pairs(side, HttpWorkload.SSE_BURST),
                HttpContender.Run::eventsPerCpuSecond));
    }

    private FigureSpread streams(HttpSide side) throws IOException {
        HttpWorkload workload = HttpWorkload.STREAMS;
        progress.measuring(EnumNames.of(workload) + ", " + EnumNames.of(side));
        try (HttpServer server = HttpServer.start(workload);
                JvmClient ours = side.startOurs(server.uri(), workload)) {
            JvmClient.HeldStreams held = ours.hold(workload.requests(side, quick));
            return FigureSpread.of(
                    HttpFigure.STREAMS_HELD.on(side),
                    List.of((double) held.count()),
                    Quantity.number(Math.rint(held.bytes() / BYTES_PER_MIB)) + " MiB");
        }
    }

    private List<Pair<HttpContender.Run>> pairs(HttpSide side, HttpWorkload workload) throws IOException {
        try (HttpServer server = HttpServer.start(workload);
                JvmClient ours = side.startOurs(server.uri(), workload)) {
            return pairs(side, workload, server, ours);
        }
    }

    /** Measures LoadHarness' client with and without the observers of a run. */
    private List<Pair<HttpContender.Run>> watched(HttpSide side, HttpWorkload workload) throws IOException {
        try (HttpServer server = HttpServer.start(workload);
                JvmClient watched = side.startWatched(server.uri(), workload);
                JvmClient plain = side.startOurs(server.uri(), workload)) {
            return pairs(side, workload, server, watched, plain);
        }
    }

    private List<Pair<HttpContender.Run>> pairs(
            HttpSide side, HttpWorkload workload, HttpServer server, HttpClientUnderTest ours) throws IOException {
        try (HttpClientUnderTest other = side.startOther(server.uri(), workload)) {
            return pairs(side, workload, server, ours, other);
        }
    }

    private List<Pair<HttpContender.Run>> pairs(
            HttpSide side,
            HttpWorkload workload,
            HttpServer server,
            HttpClientUnderTest ours,
            HttpClientUnderTest other)
            throws IOException {
        progress.measuring(EnumNames.of(workload) + ", " + EnumNames.of(side) + ", " + pairs + " pairs");
        int requests = workload.requests(side, quick);
        HttpContender our = new HttpContender(ours, server, workload, requests);
        HttpContender their = new HttpContender(other, server, workload, requests);
        for (int i = 0; i < (quick ? QUICK_WARM_UPS : WARM_UPS); i++) {
            our.run();
            if (other.warmsUp()) {
                their.run();
            }
        }
        return Pair.run(pairs, our, their);
    }

    private static FigureSpread ratio(
            HttpFigure figure,
            HttpSide side,
            List<Pair<HttpContender.Run>> runs,
            ToDoubleFunction<HttpContender.Run> rate) {
        double share = Pair.median(runs, pair -> pair.ours().serverShare());
        return Pair.ratio(figure.on(side), runs, rate, "CPU-second")
                .withNote(String.format(Locale.ROOT, "server %.0f %% of a CPU", 100 * share));
    }
}
