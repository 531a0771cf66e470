// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Measures the CPU time of LoadHarness and of other load generators for the same requests. In each round, all of them run in turn. A rival
 * that fails gets no figure, and is not run again.
 */
final class ClientComparison {

    /** The large runs have this many times the requests of the small runs. */
    private static final int FACTOR = 4;

    private final BenchFolder benchFolder;
    private final CpuTime cpuTime;
    private final Contender<HttpCounts> server;
    private final Progress progress;

    private final Map<ChatClient, List<ClientCost>> costs = new HashMap<>();
    private final Map<ChatClient, String> failures = new HashMap<>();
    private final List<Double> loadAverages = new ArrayList<>();

    /** Creates a comparison. {@code server} returns the counters of the server that the clients use. */
    ClientComparison(BenchFolder benchFolder, CpuTime cpuTime, Contender<HttpCounts> server, Progress progress) {
        this.benchFolder = benchFolder;
        this.cpuTime = cpuTime;
        this.server = server;
        this.progress = progress;
    }

    /** Returns the number of requests of the large runs. */
    static int most(int requests) {
        return FACTOR * requests;
    }

    /**
     * Measures all clients.
     *
     * @param load the load of the small runs
     */
    List<FigureSpread> measure(ChatLoad load, int rounds, ChatClient ours, List<ChatClient> rivals) throws IOException {
        for (int round = 1; round <= rounds; round++) {
            progress.measuring("round " + round + " of " + rounds);
            add(ours, cost(ours, load));
            for (ChatClient rival : rivals) {
                if (!failures.containsKey(rival)) {
                    try {
                        add(rival, cost(rival, load));
                    } catch (IOException e) {
                        failures.put(rival, e.getMessage());
                        progress.print(rival.label() + " failed: " + e.getMessage());
                    }
                }
            }
        }
        List<FigureSpread> spreads = new ArrayList<>(costs(ours));
        for (ChatClient rival : rivals) {
            spreads.addAll(costs(rival));
            spreads.add(ratio(ours, rival));
        }
        return spreads;
    }

    private void add(ChatClient client, ClientCost cost) {
        costs.computeIfAbsent(client, each -> new ArrayList<>()).add(cost);
    }

    private List<ClientCost> costsOf(ChatClient client) {
        return costs.getOrDefault(client, List.of());
    }

    private ClientCost cost(ChatClient client, ChatLoad load) throws IOException {
        int few = load.requests();
        int many = most(few);
        return ClientCost.of(few, cpuSeconds(client, load), many, cpuSeconds(client, load.withRequests(many)));
    }

    private double cpuSeconds(ChatClient client, ChatLoad load) throws IOException {
        Path results = benchFolder.newLogs();
        try {
            HttpCounts before = server.run();
            CpuTime.Usage usage = cpuTime.run(client.command(load, results));
            HttpCounts served = server.run().minus(before);
            loadAverages.add(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
            if (!client.isMeasured(usage.exitCode())) {
                throw new IOException(
                        "exit code " + usage.exitCode() + ": " + Program.lastLine(usage.output(), usage.exitCode()));
            }
            int expected = client.preparatoryRequests() + load.requests();
            require("requests", expected, served.requests());
            require("tokens", (long) expected * ChatLoad.TOKENS, served.events());
            progress.print(client.label() + ", " + load.requests() + " requests: " + Quantity.number(usage.seconds())
                    + " s of CPU time");
            return usage.seconds();
        } finally {
            benchFolder.remove(results);
        }
    }

    private static void require(String what, long expected, long served) throws IOException {
        if (served != expected) {
            throw new IOException("the server completed " + served + " of " + expected + " " + what);
        }
    }

    private List<FigureSpread> costs(ChatClient client) {
        return List.of(
                spread(client, "cpu_ms_per_request", "CPU time per request", "ms", ClientCost::millisPerRequest),
                spread(client, "cpu_us_per_token", "CPU time per output token", "µs", ClientCost::microsPerToken));
    }

    private FigureSpread spread(
            ChatClient client, String id, String title, String unit, ToDoubleFunction<ClientCost> value) {
        BenchFigure figure = figure(client, id, title + ", " + client.label(), unit);
        String failure = failures.get(client);
        if (failure != null) {
            return FigureSpread.failed(figure, failure);
        }
        List<ClientCost> measured = costsOf(client);
        return FigureSpread.of(
                figure,
                measured.stream().map(value::applyAsDouble).toList(),
                "start " + Quantity.number(median(measured, ClientCost::startSeconds)) + " s, load average "
                        + Quantity.number(FigureSpread.median(loadAverages)));
    }

    private FigureSpread ratio(ChatClient ours, ChatClient rival) {
        BenchFigure figure = figure(
                rival, "cpu_ratio", "CPU time per request, " + rival.label() + " / " + ours.label(), BenchFigure.RATIO);
        String failure = failures.get(rival);
        if (failure != null) {
            return FigureSpread.failed(figure, failure);
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < costsOf(rival).size(); round++) {
            ratios.add(costsOf(rival).get(round).secondsPerRequest()
                    / costsOf(ours).get(round).secondsPerRequest());
        }
        return FigureSpread.of(figure, ratios);
    }

    private static BenchFigure figure(ChatClient client, String id, String title, String unit) {
        return new BenchFigure(
                id + "_" + client.label().toLowerCase(Locale.ROOT).replace('-', '_'),
                title,
                unit,
                OptionalDouble.empty(),
                unit.equals(BenchFigure.RATIO));
    }

    private static double median(List<ClientCost> costs, ToDoubleFunction<ClientCost> value) {
        return FigureSpread.median(costs.stream().map(value::applyAsDouble).toList());
    }
}
