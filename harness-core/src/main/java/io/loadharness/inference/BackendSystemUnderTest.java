// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.ClientVerdict;
import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealthMonitor;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ReadThread;
import io.loadharness.client.SendDelays;
import io.loadharness.internal.InFlightCount;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * A system under test that sends samples to one or more {@link InferenceBackend}s and reports each result exactly once.
 *
 * <pre>{@code
 * try (BackendSystemUnderTest sut = BackendSystemUnderTest.builder("server", requests::get)
 *         .backend(backend)
 *         .concurrency(64)
 *         .responseForm(ResponseForm.TEXT)
 *         .build()) {
 *     sut.start(Duration.ofMinutes(5));
 *     TestResult result = generator.run(sut, library, settings, LogSettings.in(Path.of("logs")));
 * }
 * }</pre>
 *
 * <p>Call {@link #start} and {@link #warmUp} before the first run. After the warm-up, the system serves any number of runs, even at the
 * same time. The system owns its backends: {@link #close} closes them. The system has no threads of its own. The issuing thread sends a
 * sample immediately if a slot is free. Otherwise, the sample waits until an earlier sample ends. The thread that completes the earlier
 * sample then sends the waiting sample.
 */
public final class BackendSystemUnderTest extends SystemUnderTest {

    private static final int NOT_SET = 0;
    private static final int[] NO_TOKENS = {};
    private static final int MAX_DETAILS = 8;

    /** The maximum weight of a backend. */
    public static final int MAX_WEIGHT = 1000;

    private final IntFunction<InferenceRequest> requests;
    private final List<Endpoint> endpoints;
    private final List<WorkQueue> queues;
    private final Router router;
    private final SampleOrder order;
    private final boolean limitsTokens;
    private final int batchSize;
    private final ResponseRules responseRules;
    private final RequestObserver observer;
    private final Dispatcher dispatcher = new Dispatcher(this::send);
    private final InFlightCount inFlight = new InFlightCount();
    private final ClientLimits limits;
    private final SendDelays sends = new SendDelays();
    private volatile @Nullable ClientHealth clientHealth;

    private BackendSystemUnderTest(Builder builder) {
        super(builder.name);
        requests = builder.requests;
        endpoints = builder.endpoints();
        order = builder.order;
        limitsTokens = builder.batchTokens != NOT_SET;
        batchSize = builder.maxBatchSize();
        responseRules = new ResponseRules(builder.responseForm, builder.tokensRequired, builder.tokenCounter);
        observer = RequestObserver.of(builder.observer, new FlightObserver());
        limits = builder.limits;
        queues = builder.routing == Routing.LEAST_OUTSTANDING
                ? List.of(new WorkQueue(endpoints, inFlight::ended))
                : endpoints.stream()
                        .map(each -> new WorkQueue(List.of(each), inFlight::ended))
                        .toList();
        router = switch (builder.routing) {
            case LEAST_OUTSTANDING -> sampleIndex -> 0;
            case ROUND_ROBIN, WEIGHTED ->
                Router.cyclic(endpoints.stream().map(each -> each.weight).toList());
            case SAMPLE_PARTITIONED -> Router.partitioned(endpoints.size());
        };
    }

    /** Returns a builder. The function returns the request for a sample index. The function must be thread-safe. */
    public static Builder builder(String name, IntFunction<InferenceRequest> requests) {
        return new Builder(name, requests);
    }

    /**
     * Starts the backends and waits until all are ready.
     *
     * @throws TimeoutException if a backend is not ready in time; the message names the backend and the cause
     * @throws Exception if a backend cannot start
     */
    public void start(Duration limit) throws Exception {
        start(limit, message -> {});
    }

    /**
     * Starts the backends and waits until all are ready.
     *
     * @param limit the maximum time of the starts and of the wait together; see {@link InferenceBackend#startLimit}
     * @param messages receives one sentence for each reason why a backend is not ready yet
     * @throws TimeoutException if a backend is not ready in time; the message names the backend and the cause
     * @throws Exception if a backend cannot start
     */
    public void start(Duration limit, Consumer<String> messages) throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        startBackends(deadline, limit);
        awaitReady(deadline, limit, messages);
    }

    /**
     * Starts the backends and waits until all are ready, with separate limits for the starts and for the wait. The limit for the starts can
     * be long, because engines load their models in the start. The limit for the wait can be short, because a server that is not ready may
     * not exist at all.
     *
     * @param startLimit the maximum time of the starts of all backends without their own {@linkplain InferenceBackend#startLimit limit}
     * @param readyLimit the maximum time of the wait after the starts
     * @param messages receives one sentence for each reason why a backend is not ready yet
     * @throws TimeoutException if a limit is exceeded; the message names the backend and the cause
     * @throws Exception if a backend cannot start
     */
    public void start(Duration startLimit, Duration readyLimit, Consumer<String> messages) throws Exception {
        startBackends(System.nanoTime() + startLimit.toNanos(), startLimit);
        awaitReady(System.nanoTime() + readyLimit.toNanos(), readyLimit, messages);
    }

    private void startBackends(long deadline, Duration limit) throws Exception {
        for (Endpoint each : endpoints) {
            each.start(deadline, limit);
        }
    }

    private void awaitReady(long deadline, Duration limit, Consumer<String> messages)
            throws InterruptedException, TimeoutException, IOException {
        for (Endpoint each : endpoints) {
            Readiness.await(each.backend, deadline, limit, messages);
            each.started();
        }
    }

    /**
     * Sends warm-up requests to every backend and waits for the results. A backend receives at most 64 single requests at the same time, and
     * not more than its concurrency limit. If the system has batches of a fixed size, requests with tensors are repeated until they fill whole
     * batches, and sent in batches. {@link #endpointCounts} does not contain warm-up requests.
     *
     * @throws TimeoutException if the warm-up takes longer than the limit
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public List<WarmUpReport> warmUp(List<InferenceRequest> warmUps, Duration limit)
            throws InterruptedException, TimeoutException {
        boolean inBatches = batchSize > 1
                && !limitsTokens
                && !warmUps.isEmpty()
                && warmUps.stream().allMatch(each -> each.prompt() instanceof Prompt.Tensors);
        int batch = inBatches ? batchSize : 1;
        List<WarmUp> started = endpoints.stream()
                .map(each -> WarmUp.start(each, warmUps, batch))
                .toList();
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
            sends.issued(query.issueDelayNanos());
        }
        if (query.size() == 1 || (query.size() <= batchSize && !limitsTokens)) {
            issueQuery(query, now);
            return;
        }
        int begun = 0;
        try {
            for (; begun < endpoints.size(); begun++) {
                endpoints.get(begun).backend.beginQuery();
            }
            issueQuery(query, now);
        } finally {
            endQuery(begun);
        }
    }

    /** Ends a query of the first backends, even if one of them throws an exception. */
    private void endQuery(int begun) {
        if (begun > 0) {
            try {
                endpoints.get(begun - 1).backend.endQuery();
            } finally {
                endQuery(begun - 1);
            }
        }
    }

    private void issueQuery(Query query, long now) {
        if (queues.size() == 1) {
            Work work = work(query, positions(query), now);
            inFlight.started(query.size());
            enqueue(queues.get(0), work);
            return;
        }
        int[][] shares = QuerySplit.of(query, positions(query), router, queues.size());
        Work[] works = new Work[shares.length];
        Arrays.setAll(works, i -> work(query, shares[i], now));
        inFlight.started(query.size());
        for (int i = 0; i < works.length; i++) {
            if (works[i].remaining() > 0) {
                enqueue(queues.get(i), works[i]);
            }
        }
    }

    /** Returns true for {@link ResponseForm#BYTES}: a model that is not a language model can return nothing for a sample. */
    @Override
    public boolean allowsEmptyResponses() {
        return responseRules.form() == ResponseForm.BYTES;
    }

    /**
     * Starts to monitor the send delays and the threads that read responses. Each exceeded limit of {@link Builder#clientLimits} becomes a
     * reason in the verdict. Backends without threads that read responses are treated as engines in this process. If all backends are such
     * engines, the limits are not checked, because the CPU time of the engine cannot be separated from that of the client. If several runs
     * are active at the same time, the delays of all these runs are counted together.
     */
    @Override
    public RunMonitor monitorRun(Scenario scenario) {
        List<ReadThread> readers = endpoints.stream()
                .flatMap(each -> each.backend.readThreads().stream())
                .toList();
        ClientLimits applied = readers.isEmpty() ? ClientLimits.NONE : limits.in(scenario);
        List<RunMonitor> senders = endpoints.stream()
                .map(each -> each.backend.monitorSender(applied))
                .toList();
        ClientHealthMonitor monitor = ClientHealthMonitor.start(inFlight::any, readers, sends);
        long strayBefore = unexpectedBytes();
        RunEvent event = FlightRecorder.isInitialized() ? RunEvent.begin(name(), scenario, endpointCounts()) : null;
        return () -> {
            if (event != null) {
                event.end(endpointCounts());
            }
            ClientHealth health = monitor.end();
            clientHealth = health;
            List<Reason> limited = new ArrayList<>(health.reasons(applied));
            List<Reason> others = new ArrayList<>(unexpectedBytes(unexpectedBytes() - strayBefore));
            for (RunMonitor each : senders) {
                ClientVerdict sender = each.finish();
                limited.addAll(sender.clientLimited());
                others.addAll(sender.others());
            }
            return new ClientVerdict(limited, others);
        };
    }

    private static List<Reason> unexpectedBytes(long connections) {
        return connections == 0 ? List.of() : List.of(Reason.unexpectedBytes("", connections));
    }

    private long unexpectedBytes() {
        return endpoints.stream()
                .mapToLong(each -> each.backend.unexpectedBytes())
                .sum();
    }

    /**
     * Returns the sentences of the backends about their requests in flight, joined by semicolons. Contains the sentences of at most
     * {@value #MAX_DETAILS} backends, and the number of the other backends.
     */
    @Override
    public Optional<String> inFlightDetail() {
        List<String> details = endpoints.stream()
                .flatMap(each -> each.backend.inFlightDetail().stream())
                .toList();
        int others = details.size() - MAX_DETAILS;
        String named = details.stream().limit(MAX_DETAILS).collect(Collectors.joining("; "));
        return details.isEmpty()
                ? Optional.empty()
                : Optional.of(others > 0 ? named + "; and " + others + " more" : named);
    }

    /** Returns the client health of the last run that ended; empty before the end of the first run. */
    public Optional<ClientHealth> clientHealth() {
        return Optional.ofNullable(clientHealth);
    }

    /** Returns the counts of samples for each backend, in the order in which the backends were added. */
    public List<EndpointCounts> endpointCounts() {
        return endpoints.stream().map(Endpoint::counts).toList();
    }

    /**
     * Waits until no sample is in flight.
     *
     * @return true if no sample is in flight, false if the limit was exceeded
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public boolean drain(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    /** Fails the samples that wait for a slot and closes the backends. The backends cancel their requests in flight. */
    @Override
    public void close() {
        queues.forEach(this::cancelAll);
        endpoints.forEach(Endpoint::close);
    }

    private int[] positions(Query query) {
        return order.positions(query, requests);
    }

    private Work work(Query query, int[] positions, long now) {
        return new Work(query, positions, limitsTokens ? tokens(query, positions) : NO_TOKENS, now);
    }

    private int[] tokens(Query query, int[] positions) {
        int[] tokens = new int[positions.length];
        for (int i = 0; i < tokens.length; i++) {
            int index = query.get(positions[i]).index();
            if (!(requests.apply(index).prompt() instanceof Prompt.TokenIds ids)) {
                throw new IllegalArgumentException("batchTokens needs prompts of token ids, but sample " + index
                        + " has none: use token ids, or batchSize");
            }
            tokens[i] = ids.length();
        }
        return tokens;
    }

    private void enqueue(WorkQueue queue, Work work) {
        queue.add(work);
        dispatcher.run(queue);
    }

    private void send(Endpoint endpoint, WorkQueue.Slice slice) {
        int size = slice.positions().length;
        Batch batch = new Batch(endpoint, slice.work(), size, sends, this::sampleEnded);
        List<InferenceRequest> batchRequests = new ArrayList<>(size);
        List<SampleCall> calls = new ArrayList<>(size);
        endpoint.sending(size);
        for (int position : slice.positions()) {
            prepare(slice.work().query, position, batch, batchRequests, calls);
        }
        try {
            if (slice.work().query.isAwaited()
                    && calls.size() == slice.work().query.size()) {
                endpoint.backend.sendAwaited(batchRequests, calls);
            } else if (calls.size() == 1) {
                endpoint.backend.send(batchRequests.get(0), calls.get(0));
            } else if (!calls.isEmpty()) {
                endpoint.backend.sendTogether(batchRequests, calls);
            }
        } catch (RuntimeException e) {
            calls.forEach(each -> fail(each, e));
        }
    }

    private void prepare(
            Query query, int position, Batch batch, List<InferenceRequest> batchRequests, List<SampleCall> calls) {
        QuerySample sample = query.get(position);
        try {
            InferenceRequest request = requests.apply(sample.index());
            if (request == null) {
                throw new NullPointerException("the data has no request for " + sample);
            }
            ResponseListener listener =
                    observer.sending(request, batch.endpoint().backend.name(), query.sequence());
            calls.add(new SampleCall(sample, request.parameters(), responseRules, batch, listener));
            batchRequests.add(request);
        } catch (RuntimeException e) {
            fail(
                    new SampleCall(
                            sample,
                            GenerationParameters.DEFAULTS,
                            responseRules,
                            batch,
                            new UnsentListener(observer, sample, query.sequence())),
                    e);
        }
    }

    private static void fail(SampleCall call, RuntimeException cause) {
        if (!call.isEnded()) {
            call.failed(Failure.of(cause), Timeline.endedAt(System.nanoTime()));
        }
    }

    private void sampleEnded(Batch batch) {
        inFlight.ended(1);
        if (batch.isDone()) {
            WorkQueue queue = queues.get(queues.size() == 1 ? 0 : endpoints.indexOf(batch.endpoint()));
            dispatcher.run(queue);
        }
    }

    private void cancelAll(WorkQueue queue) {
        WorkQueue.Slice slice = queue.poll(Integer.MAX_VALUE, Integer.MAX_VALUE);
        while (slice != null) {
            cancel(slice);
            slice = queue.poll(Integer.MAX_VALUE, Integer.MAX_VALUE);
        }
    }

    private void cancel(WorkQueue.Slice slice) {
        Failure failure =
                new Failure(Failure.Kind.CANCELLED, "the system under test was closed before the request was sent");
        for (int position : slice.positions()) {
            QuerySample sample = slice.work().query.get(position);
            if (sample.tryFail(failure)) {
                observer.unsent(
                        sample.index(),
                        failure,
                        slice.work().endedNow(),
                        slice.work().query.sequence());
            } else {
                slice.work().abandon();
            }
        }
        inFlight.ended(slice.positions().length);
    }

    /** Builds a {@link BackendSystemUnderTest}. Not thread-safe. Each method that sets a value returns this builder. */
    public static final class Builder {

        private record Entry(InferenceBackend backend, int weight, int concurrency) {}

        private final String name;
        private final IntFunction<InferenceRequest> requests;
        private final List<Entry> backends = new ArrayList<>();
        private Routing routing = Routing.ROUND_ROBIN;
        private int concurrency = NOT_SET;
        private int batchSize = NOT_SET;
        private int batchTokens = NOT_SET;
        private SampleOrder order = SampleOrder.ISSUED;
        private ResponseForm responseForm = ResponseForm.TOKEN_IDS;
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
            return add(backend, 1, NOT_SET);
        }

        /** Adds a backend with a weight for {@link Routing#WEIGHTED}. */
        public Builder backend(InferenceBackend backend, int weight) {
            return add(backend, weight, NOT_SET);
        }

        /** Adds a backend with a weight for {@link Routing#WEIGHTED} and its own concurrency limit. */
        public Builder backend(InferenceBackend backend, int weight, int ownConcurrency) {
            return add(backend, weight, requirePositive("concurrency", ownConcurrency));
        }

        private Builder add(InferenceBackend backend, int weight, int ownConcurrency) {
            if (weight > MAX_WEIGHT) {
                throw new IllegalArgumentException("weight must be at most " + MAX_WEIGHT + ": got " + weight);
            }
            backends.add(new Entry(
                    Objects.requireNonNull(backend, "backend"), requirePositive("weight", weight), ownConcurrency));
            return this;
        }

        /** Sets the rule that assigns samples to backends. The default is round-robin. */
        public Builder routing(Routing value) {
            routing = Objects.requireNonNull(value, "routing");
            return this;
        }

        /**
         * Sets the maximum number of samples in flight per backend; additional samples wait for a slot. By default, the number is not
         * limited. With batches, the value is the maximum number of batches in flight. In this case, the default is the number of batches
         * that the backend {@linkplain InferenceBackend#concurrentBatches processes at the same time}. This number is one, except for some
         * engines.
         */
        public Builder concurrency(int value) {
            concurrency = requirePositive("concurrency", value);
            return this;
        }

        /**
         * Sets the maximum number of samples of a query that are sent together. A batch holds its slot until its last sample has ended. The
         * default is 1, or no limit with {@link #batchTokens}.
         */
        public Builder batchSize(int value) {
            batchSize = requirePositive("batchSize", value);
            return this;
        }

        /**
         * Sets the maximum number of prompt tokens of the samples that are sent together. A longer prompt is sent alone. All prompts must
         * have token ids; otherwise, the run fails. Can be combined with {@link #batchSize}. By default, the number is not limited.
         */
        public Builder batchTokens(int value) {
            batchTokens = requirePositive("batchTokens", value);
            return this;
        }

        /** Sets the order in which the samples of a query are sent. The default is the order of their issue. */
        public Builder order(SampleOrder value) {
            order = Objects.requireNonNull(value, "order");
            return this;
        }

        /** Sets the form in which responses are returned to the load generator. The default is token ids. */
        public Builder responseForm(ResponseForm value) {
            responseForm = Objects.requireNonNull(value, "responseForm");
            return this;
        }

        /**
         * Enables or disables the token requirement. If it is enabled, a sample fails if its response has no tokens or an unknown number of
         * tokens. The default is true.
         */
        public Builder tokensRequired(boolean value) {
            tokensRequired = value;
            return this;
        }

        /** Sets the counter for the tokens of responses that have neither token ids nor usage. */
        public Builder tokenCounter(TokenCounter value) {
            tokenCounter = Objects.requireNonNull(value, "tokenCounter");
            return this;
        }

        /** Sets an observer of the requests. */
        public Builder observer(RequestObserver value) {
            observer = Objects.requireNonNull(value, "observer");
            return this;
        }

        /**
         * Sets the thresholds above which a run is client-limited and therefore not valid. The default is {@link ClientLimits#DEFAULTS}.
         */
        public Builder clientLimits(ClientLimits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /** Returns the system. */
        public BackendSystemUnderTest build() {
            if (backends.isEmpty()) {
                throw new IllegalArgumentException("the system has no backend: add one with backend(...)");
            }
            return new BackendSystemUnderTest(this);
        }

        private List<Endpoint> endpoints() {
            boolean weighted = routing == Routing.WEIGHTED;
            return backends.stream()
                    .map(each -> new Endpoint(
                            each.backend(),
                            weighted ? each.weight() : 1,
                            slots(each.concurrency()),
                            maxBatchSize(),
                            batchTokens))
                    .toList();
        }

        private int maxBatchSize() {
            if (batchSize != NOT_SET) {
                return batchSize;
            }
            return batchTokens == NOT_SET ? 1 : Integer.MAX_VALUE;
        }

        private int slots(int ownConcurrency) {
            if (ownConcurrency != NOT_SET || concurrency != NOT_SET) {
                return ownConcurrency != NOT_SET ? ownConcurrency : concurrency;
            }
            return maxBatchSize() > 1 ? Endpoint.OF_BACKEND : Endpoint.UNLIMITED;
        }

        private static int requirePositive(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be at least 1: got " + value);
            }
            return value;
        }
    }
}
