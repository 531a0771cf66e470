// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.ClientVerdict;
import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.Reason;
import io.loadharness.RunWatch;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ClientWatch;
import io.loadharness.client.ReadThread;
import io.loadharness.client.SendDelays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Forwards samples to one or many {@link InferenceBackend}s and gives their answers back, each exactly once.
 *
 * <p>{@link #start} and {@link #warmUp} come before the first run; then it serves any number of runs, also at the same time. It
 * owns its backends: {@link #close} closes them. It has no threads: what is issued is sent by the thread that issues it, and what waited for a
 * free place by the thread that brought the answer before it.
 */
public final class BackendSystemUnderTest extends SystemUnderTest {

    /** The largest weight of a backend. */
    public static final int MOST_WEIGHT = 1000;

    private final IntFunction<InferenceRequest> requests;
    private final List<Endpoint> endpoints;
    private final List<WorkQueue> queues;
    private final Router router;
    private final SampleOrder order;
    private final UsableAnswerRules answers;
    private final RequestObserver observer;
    private final Dispatcher dispatcher = new Dispatcher(this::send);
    private final Outstanding outstanding = new Outstanding();
    private final ClientLimits limits;
    private final SendDelays sends = new SendDelays();
    private volatile @Nullable ClientHealth clientHealth;

    private BackendSystemUnderTest(Builder builder) {
        super(builder.name);
        requests = builder.requests;
        endpoints = builder.endpoints();
        order = builder.order;
        answers = new UsableAnswerRules(builder.answerForm, builder.tokensRequired, builder.tokenCounter);
        observer = RequestObserver.of(builder.observer, new FlightObserver());
        limits = builder.limits;
        queues = builder.routing == Routing.LEAST_OUTSTANDING
                ? List.of(new WorkQueue(endpoints, outstanding::ended))
                : endpoints.stream()
                        .map(each -> new WorkQueue(List.of(each), outstanding::ended))
                        .toList();
        router = switch (builder.routing) {
            case LEAST_OUTSTANDING -> sampleIndex -> 0;
            case ROUND_ROBIN, WEIGHTED ->
                Router.cyclic(endpoints.stream().map(each -> each.weight).toList());
            case SAMPLE_PARTITIONED -> Router.partitioned(endpoints.size());
        };
    }

    /** A system that asks what a function says for each sample index. */
    public static Builder builder(String name, IntFunction<InferenceRequest> requests) {
        return new Builder(name, requests);
    }

    /**
     * Starts the backends and waits until all are ready.
     *
     * @throws TimeoutException if one is not ready in time; the message says which, and why
     * @throws Exception if one cannot start
     */
    public void start(Duration limit) throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        for (Endpoint each : endpoints) {
            each.backend.start();
        }
        for (Endpoint each : endpoints) {
            Readiness.await(each.backend, deadline, limit);
        }
    }

    /**
     * Sends requests to every backend, as many at a time as it may have, and waits for the answers. None of them counts.
     *
     * @throws TimeoutException if that takes longer than the limit
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public List<WarmUpReport> warmUp(List<InferenceRequest> warmUps, Duration limit)
            throws InterruptedException, TimeoutException {
        List<WarmUp> started =
                endpoints.stream().map(each -> WarmUp.start(each, warmUps)).toList();
        long deadline = System.nanoTime() + limit.toNanos();
        List<WarmUpReport> reports = new ArrayList<>();
        for (WarmUp each : started) {
            reports.add(each.await(deadline, limit));
        }
        return reports;
    }

    @Override
    public void issueQuery(Query query) {
        long now = System.nanoTime();
        if (!query.startsLoop()) {
            sends.issued(query.lateNanos());
        }
        outstanding.issued(query.size());
        if (queues.size() == 1) {
            enqueue(queues.get(0), new Work(query, positions(query), now));
            return;
        }
        int[][] shares = Shares.of(query, positions(query), router, queues.size());
        for (int i = 0; i < shares.length; i++) {
            if (shares[i].length > 0) {
                enqueue(queues.get(i), new Work(query, shares[i], now));
            }
        }
    }

    /**
     * Watches the threads that read answers, and whether requests are sent in time; what {@link Builder#clientLimits} do not allow is an
     * objection. Without such threads the backends are engines of this process: nobody can tell what is the engine's and what the client's, and there
     * are no objections. Of runs that go on at the same time each sees the sends of all.
     */
    @Override
    public RunWatch watchRun(Scenario scenario) {
        List<ReadThread> readers = endpoints.stream()
                .flatMap(each -> each.backend.readThreads().stream())
                .toList();
        ClientLimits judged = readers.isEmpty() ? ClientLimits.NONE : limits.in(scenario);
        ClientWatch watch = ClientWatch.start(outstanding::any, readers, sends);
        long strayBefore = strayBytes();
        RunEvent event = RunEvent.begin(name(), scenario, endpointCounts());
        return () -> {
            event.end(endpointCounts());
            ClientHealth seen = watch.end();
            clientHealth = seen;
            return new ClientVerdict(seen.reasons(judged), strayBytes(strayBytes() - strayBefore));
        };
    }

    private static List<Reason> strayBytes(long connections) {
        return connections == 0
                ? List.of()
                : List.of(new Reason(
                                Reason.Code.STRAY_BYTES,
                                "servers sent bytes that nobody had asked for, behind answers, over " + connections
                                        + " connections")
                        .with("connections", connections));
    }

    private long strayBytes() {
        return endpoints.stream().mapToLong(each -> each.backend.strayBytes()).sum();
    }

    /** How this side of the wire got on in the run that ended last; empty before the end of the first. */
    public Optional<ClientHealth> clientHealth() {
        return Optional.ofNullable(clientHealth);
    }

    /** What became of the samples, for each backend, in the order in which they were added. */
    public List<EndpointCounts> endpointCounts() {
        return endpoints.stream().map(Endpoint::counts).toList();
    }

    /**
     * Waits until no sample is outstanding.
     *
     * @return whether that was so in time
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public boolean drain(Duration limit) throws InterruptedException {
        return outstanding.awaitNone(limit);
    }

    /** Fails what waits and closes the backends, which give up what is open. */
    @Override
    public void close() {
        queues.forEach(this::giveUp);
        endpoints.forEach(each -> each.backend.close());
    }

    private int[] positions(Query query) {
        return order.positions(query, requests);
    }

    private void enqueue(WorkQueue queue, Work work) {
        queue.add(work);
        dispatcher.run(queue);
    }

    private void send(Endpoint endpoint, WorkQueue.Taken taken) {
        int size = taken.positions().length;
        Batch batch = new Batch(endpoint, taken.work(), size, sends, this::sampleEnded);
        List<InferenceRequest> batchRequests = new ArrayList<>(size);
        List<SampleCall> calls = new ArrayList<>(size);
        endpoint.sending(size);
        for (int position : taken.positions()) {
            QuerySample sample = taken.work().query.get(position);
            prepare(sample, batch, batchRequests, calls);
        }
        try {
            if (calls.size() == 1) {
                endpoint.backend.send(batchRequests.get(0), calls.get(0));
            } else if (!calls.isEmpty()) {
                endpoint.backend.sendTogether(batchRequests, calls);
            }
        } catch (RuntimeException e) {
            calls.forEach(each -> fail(each, e));
        }
    }

    private void prepare(
            QuerySample sample, Batch batch, List<InferenceRequest> batchRequests, List<SampleCall> calls) {
        try {
            InferenceRequest request =
                    Objects.requireNonNull(requests.apply(sample.index()), () -> "there is no request for " + sample);
            ResponseListener watcher =
                    observer.sending(request, batch.endpoint().backend.name());
            calls.add(new SampleCall(sample, request.parameters().maxTokens(), answers, batch, watcher));
            batchRequests.add(request);
        } catch (RuntimeException e) {
            fail(new SampleCall(sample, OptionalInt.empty(), answers, batch, new Unsent(observer, sample)), e);
        }
    }

    private static void fail(SampleCall call, RuntimeException cause) {
        if (!call.isEnded()) {
            call.failed(Failure.of(cause), Timeline.endedAt(System.nanoTime()));
        }
    }

    private void sampleEnded(Batch batch) {
        outstanding.ended(1);
        if (batch.isDone()) {
            WorkQueue queue = queues.get(queues.size() == 1 ? 0 : endpoints.indexOf(batch.endpoint()));
            dispatcher.run(queue);
        }
    }

    private void giveUp(WorkQueue queue) {
        WorkQueue.Taken taken = queue.poll(Integer.MAX_VALUE);
        while (taken != null) {
            giveUp(taken);
            taken = queue.poll(Integer.MAX_VALUE);
        }
    }

    private void giveUp(WorkQueue.Taken taken) {
        Failure failure = new Failure(Failure.Kind.CANCELLED, "the system under test was closed before it was sent");
        for (int position : taken.positions()) {
            QuerySample sample = taken.work().query.get(position);
            if (sample.tryFail(failure)) {
                observer.unsent(sample.index(), failure, taken.work().endedNow());
            } else {
                taken.work().abandon();
            }
        }
        outstanding.ended(taken.positions().length);
    }

    /** Collects what a system is made of. For one thread; each method that sets something returns this builder. */
    public static final class Builder {

        private static final int NOT_SET = 0;

        private record Entry(InferenceBackend backend, int weight, int concurrency) {}

        private final String name;
        private final IntFunction<InferenceRequest> requests;
        private final List<Entry> backends = new ArrayList<>();
        private Routing routing = Routing.ROUND_ROBIN;
        private int concurrency = NOT_SET;
        private int batchSize = 1;
        private SampleOrder order = SampleOrder.ISSUED;
        private AnswerForm answerForm = AnswerForm.TOKEN_IDS;
        private boolean tokensRequired = true;
        private @Nullable TokenCounter tokenCounter;
        private RequestObserver observer = RequestObserver.NONE;
        private ClientLimits limits = ClientLimits.DEFAULTS;

        private Builder(String name, IntFunction<InferenceRequest> requests) {
            this.name = Objects.requireNonNull(name, "name");
            this.requests = Objects.requireNonNull(requests, "requests");
        }

        /** Adds a backend. */
        public Builder backend(InferenceBackend backend) {
            backends.add(new Entry(Objects.requireNonNull(backend, "backend"), 1, NOT_SET));
            return this;
        }

        /** Adds a backend with a weight for {@link Routing#WEIGHTED} and a limit of its own to how much it has at a time. */
        public Builder backend(InferenceBackend backend, int weight, int ownConcurrency) {
            if (weight > MOST_WEIGHT) {
                throw new IllegalArgumentException("weight must be at most " + MOST_WEIGHT + ": " + weight);
            }
            backends.add(new Entry(
                    Objects.requireNonNull(backend, "backend"),
                    positive("weight", weight),
                    positive("concurrency", ownConcurrency)));
            return this;
        }

        /** Which of many backends gets a sample; in turns if not set. */
        public Builder routing(Routing value) {
            routing = Objects.requireNonNull(value, "routing");
            return this;
        }

        /**
         * The most that each backend has at a time: samples, or batches where there are batches. Further samples wait here. No
         * limit if not set; one batch if there are batches.
         */
        public Builder concurrency(int value) {
            concurrency = positive("concurrency", value);
            return this;
        }

        /** How many samples of a query are sent together, at most. Those of a batch hold their place until the last has ended. */
        public Builder batchSize(int value) {
            batchSize = positive("batchSize", value);
            return this;
        }

        /** In which order the samples of a query are sent; as they come if not set. */
        public Builder order(SampleOrder value) {
            order = Objects.requireNonNull(value, "order");
            return this;
        }

        /** In which form answers go back; token ids if not set. */
        public Builder answerForm(AnswerForm value) {
            answerForm = Objects.requireNonNull(value, "answerForm");
            return this;
        }

        /** Whether an answer whose tokens nobody can count, or that has none, is a failure. It is if not set. */
        public Builder tokensRequired(boolean value) {
            tokensRequired = value;
            return this;
        }

        /** Counts the tokens of answers that come without ids and usage. */
        public Builder tokenCounter(TokenCounter value) {
            tokenCounter = Objects.requireNonNull(value, "tokenCounter");
            return this;
        }

        /** Watches the requests. */
        public Builder observer(RequestObserver value) {
            observer = Objects.requireNonNull(value, "observer");
            return this;
        }

        /** Beyond what a run is client-limited and not valid; {@link ClientLimits#DEFAULTS} if not set. */
        public Builder clientLimits(ClientLimits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /** The system. */
        public BackendSystemUnderTest build() {
            if (backends.isEmpty()) {
                throw new IllegalArgumentException("there is no backend; add one with backend(...)");
            }
            return new BackendSystemUnderTest(this);
        }

        private List<Endpoint> endpoints() {
            boolean weighted = routing == Routing.WEIGHTED;
            return backends.stream()
                    .map(each -> new Endpoint(
                            each.backend(), weighted ? each.weight() : 1, places(each.concurrency()), batchSize))
                    .toList();
        }

        private int places(int own) {
            if (own != NOT_SET || concurrency != NOT_SET) {
                return own != NOT_SET ? own : concurrency;
            }
            return batchSize > 1 ? 1 : Endpoint.UNLIMITED;
        }

        private static int positive(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be at least 1: " + value);
            }
            return value;
        }
    }
}
