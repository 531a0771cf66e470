package io.loadharness.cli.server;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.cli.run.RunCompanion;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportCounts;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.inference.WarmUpReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One or many servers that are about to be measured with a set of requests. Its owner closes it, and with it what it holds. */
public final class ServerUnderTest implements AutoCloseable {

    /**
     * How samples go to the servers.
     *
     * @param routing which of many servers gets a sample
     * @param weights one for each server; empty if all weigh the same
     * @param concurrency the most that each server has at a time, samples or batches
     * @param batchSize how many samples of a query are sent together
     * @param order of the samples of a query
     */
    public record Spread(Routing routing, List<Integer> weights, int concurrency, int batchSize, SampleOrder order) {

        /** No limit to what a server has at a time. */
        public static final int UNLIMITED = Integer.MAX_VALUE;

        /** In turns, with a limit to what each server has at a time. */
        public static Spread upTo(int concurrency) {
            return new Spread(Routing.ROUND_ROBIN, List.of(), concurrency, 1, SampleOrder.ISSUED);
        }
    }

    private final List<OpenAiBackend> backends;
    private final ClientLimits limits;
    private final RequestSet set;
    private final SwitchedObserver observer = new SwitchedObserver();
    private final BackendSystemUnderTest system;
    private Supplier<Optional<String>> lost = Optional::empty;
    private RunCompanion companion = RunCompanion.of(List.of());

    /**
     * Takes over the backends.
     *
     * @param counting who counts the tokens of answers
     * @param limits beyond what the run is client-limited
     */
    public ServerUnderTest(
            List<OpenAiBackend> backends,
            Dialect dialect,
            TokenCounting counting,
            Spread spread,
            ClientLimits limits,
            RequestSet set) {
        this.backends = backends;
        this.limits = limits;
        this.set = set;
        BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder("http", set.requests()::get)
                .routing(spread.routing())
                .batchSize(spread.batchSize())
                .order(spread.order())
                .answerForm(DialectSearch.formOf(dialect))
                .tokensRequired(counting.isRequired())
                .observer(observer)
                .clientLimits(limits);
        counting.counter().ifPresent(builder::tokenCounter);
        for (int i = 0; i < backends.size(); i++) {
            int weight = spread.weights().isEmpty() ? 1 : spread.weights().get(i);
            builder.backend(backends.get(i), weight, spread.concurrency());
        }
        system = builder.build();
    }

    /** Takes who knows whether a server is lost, and why, before the first run. */
    public void lostAs(Supplier<Optional<String>> knows) {
        lost = knows;
    }

    /** Why no run on these servers can be valid any more; empty if none is known to be lost. */
    public Optional<String> lost() {
        return lost.get();
    }

    /** Takes what goes on beside each run on these servers, before the first. */
    public void accompaniedBy(RunCompanion other) {
        companion = other;
    }

    /** What goes on beside each run. */
    public RunCompanion companion() {
        return companion;
    }

    /** What a load generator measures. */
    public BackendSystemUnderTest system() {
        return system;
    }

    /** Over which HTTP client the servers are asked. */
    public String transportName() {
        return backends.get(0).transportName();
    }

    /** Beyond what a run is client-limited. */
    public ClientLimits limits() {
        return limits;
    }

    /** The requests as a data set. */
    public QuerySampleLibrary library() {
        return QuerySampleLibrary.of(set.name(), set.requests());
    }

    /** Sends the first {@code count} requests, from the beginning again where there are fewer; none of them counts. */
    public List<WarmUpReport> warmUp(int count, Duration limit) throws InterruptedException, TimeoutException {
        List<InferenceRequest> chosen = IntStream.range(0, count)
                .mapToObj(i -> set.requests().get(i % set.requests().size()))
                .toList();
        return system.warmUp(chosen, limit);
    }

    /** What became of the samples at each server. */
    public List<EndpointCounts> endpointCounts() {
        return system.endpointCounts();
    }

    /** How many samples all servers answered. */
    public long answered() {
        return endpointCounts().stream().mapToLong(EndpointCounts::answered).sum();
    }

    /** How many pieces with tokens came from all servers. */
    public long events() {
        return endpointCounts().stream().mapToLong(EndpointCounts::events).sum();
    }

    /** Has others watch the samples from now on. */
    public void watchedBy(RequestObserver... observers) {
        observer.switchTo(RequestObserver.of(observers));
    }

    /** What the transports did, all together, warm-up included. */
    public TransportCounts transportCounts() {
        return backends.stream()
                .map(OpenAiBackend::transportCounts)
                .reduce(TransportCounts::plus)
                .orElseThrow();
    }

    @Override
    public void close() {
        system.close();
    }
}
