// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Failure;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.benchmark.endpoint.Spread;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientLimits;
import io.loadharness.cluster.RemoteWorker;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportCounts;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseForm;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenCounter;
import io.loadharness.inference.WarmUpReport;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The system that the runs of a load measure, with its samples and observers. Closing the system closes its backends. */
final class MeasuredSystem implements AutoCloseable {

    private static final Duration OBSERVERS_LIMIT = Duration.ofSeconds(10);

    private final SystemUnderTest system;
    private final Optional<BackendSystemUnderTest> backendSystem;
    private final List<? extends InferenceBackend> backends;
    private final QuerySampleLibrary library;
    private final List<InferenceRequest> requests;
    private final ClientLimits limits;
    private final LossDetector losses;
    private final RunSidecar sidecar;
    private final SwitchedObserver observer;
    private final boolean closesSystem;

    /** Forwards all calls to the observer of the current run. */
    private static final class SwitchedObserver implements RequestObserver {

        private volatile RequestObserver current = RequestObserver.NONE;

        @Override
        public @Nullable ResponseListener sending(InferenceRequest request, String endpoint) {
            return current.sending(request, endpoint);
        }

        @Override
        public @Nullable ResponseListener sending(InferenceRequest request, String endpoint, long sequence) {
            return current.sending(request, endpoint, sequence);
        }

        @Override
        public void unsent(int sampleIndex, Failure failure, Timeline times) {
            current.unsent(sampleIndex, failure, times);
        }

        @Override
        public void unsent(int sampleIndex, Failure failure, Timeline times, long sequence) {
            current.unsent(sampleIndex, failure, times, sequence);
        }
    }

    /**
     * Rules for counting the tokens of responses.
     *
     * @param isRequired true if a response without a token count is a failure
     * @param counter counts the tokens of responses for which the server reports no count
     */
    record TokenCounting(boolean isRequired, Optional<TokenCounter> counter) {}

    private MeasuredSystem(
            SystemUnderTest system,
            Optional<BackendSystemUnderTest> backendSystem,
            List<? extends InferenceBackend> backends,
            QuerySampleLibrary library,
            List<InferenceRequest> requests,
            ClientLimits limits,
            LossDetector losses,
            RunSidecar sidecar,
            SwitchedObserver observer,
            boolean closesSystem) {
        this.system = system;
        this.backendSystem = backendSystem;
        this.backends = backends;
        this.library = library;
        this.requests = requests;
        this.limits = limits;
        this.losses = losses;
        this.sidecar = sidecar;
        this.observer = observer;
        this.closesSystem = closesSystem;
    }

    /**
     * Combines backends into one system under test. The system takes ownership of the backends.
     *
     * @param losses detects that a server or worker failed
     */
    static MeasuredSystem of(
            String name,
            List<? extends InferenceBackend> backends,
            ResponseForm form,
            TokenCounting counting,
            Spread spread,
            ClientLimits limits,
            RequestSet set,
            LossDetector losses,
            RunSidecar sidecar) {
        SwitchedObserver observer = new SwitchedObserver();
        BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder(name, set.requests()::get)
                .routing(spread.routing())
                .batchSize(spread.batchSize())
                .order(spread.order())
                .responseForm(form)
                .tokensRequired(counting.isRequired())
                .observer(observer)
                .clientLimits(limits);
        counting.counter().ifPresent(builder::tokenCounter);
        spread.batchTokens().ifPresent(builder::batchTokens);
        for (int i = 0; i < backends.size(); i++) {
            OptionalInt concurrency = OfflineInFlight.limit(spread, i, backends.get(i), set.requests());
            if (concurrency.isPresent()) {
                builder.backend(backends.get(i), spread.weight(i), concurrency.getAsInt());
            } else {
                builder.backend(backends.get(i), spread.weight(i));
            }
        }
        BackendSystemUnderTest system = builder.build();
        return new MeasuredSystem(
                system,
                Optional.of(system),
                backends,
                QuerySampleLibrary.of(set.name(), set.requests()),
                set.requests(),
                limits,
                losses,
                sidecar,
                observer,
                true);
    }

    /** Wraps a system under test. The caller closes the system under test. */
    static MeasuredSystem of(
            SystemUnderTest system, QuerySampleLibrary library, ClientLimits limits, RunSidecar sidecar) {
        SwitchedObserver observer = new SwitchedObserver();
        return new MeasuredSystem(
                new RecordingSystem(system, observer),
                Optional.empty(),
                List.of(),
                library,
                List.of(),
                limits,
                LossDetector.NONE,
                sidecar,
                observer,
                false);
    }

    static ResponseForm formOf(Optional<Dialect> dialect) {
        return dialect.map(DialectSearch::formOf).orElse(ResponseForm.TEXT);
    }

    SystemUnderTest system() {
        return system;
    }

    QuerySampleLibrary library() {
        return library;
    }

    /** Returns true if it consists only of engines and of backends of the caller. */
    boolean isOfEngines() {
        return !backends.isEmpty() && backends.stream().allMatch(BorrowedBackend.class::isInstance);
    }

    ClientLimits limits() {
        return limits;
    }

    RunSidecar sidecar() {
        return sidecar;
    }

    LossDetector losses() {
        return losses;
    }

    Optional<ClientHealth> clientHealth() {
        return backendSystem.flatMap(BackendSystemUnderTest::clientHealth);
    }

    /** Returns the name of the HTTP client or of the first backend; {@code none} for a system under test. */
    String transportName() {
        if (backends.isEmpty()) {
            return "none";
        }
        if (backends.get(0) instanceof RemoteWorker worker) {
            return worker.transportName();
        }
        return backends.get(0) instanceof OpenAiBackend server
                ? server.transportName()
                : backends.get(0).name();
    }

    long completed() {
        return endpointCounts().stream().mapToLong(EndpointCounts::completed).sum();
    }

    long events() {
        return endpointCounts().stream().mapToLong(EndpointCounts::chunks).sum();
    }

    private List<EndpointCounts> endpointCounts() {
        return backendSystem.map(BackendSystemUnderTest::endpointCounts).orElse(List.of());
    }

    /** Returns the numbers of results for samples that already had a result since the start, by the name of the backend or system. */
    Map<String, Long> repeatedResults() {
        return system instanceof RecordingSystem recording
                ? Map.of(system.name(), recording.repeatedResults())
                : endpointCounts().stream()
                        .collect(Collectors.toMap(
                                EndpointCounts::endpoint,
                                EndpointCounts::repeatedResults,
                                Long::sum,
                                LinkedHashMap::new));
    }

    /** Replaces the observers of the samples. */
    void observedBy(RequestObserver... observers) {
        observer.current = RequestObserver.of(observers);
    }

    /**
     * Waits until the observers have the results of all samples, but at most ten seconds. A run ends when the load generator has the last
     * result, which may be a little earlier. A report in which samples have no record is not valid.
     */
    void awaitObserved() {
        boolean interrupted = Thread.interrupted();
        try {
            if (backendSystem.isPresent()) {
                backendSystem.get().drain(OBSERVERS_LIMIT);
            } else if (system instanceof RecordingSystem recording) {
                recording.awaitObserved(OBSERVERS_LIMIT);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the sum of the counts of all transports, including the warm-up; empty if the system does not use HTTP. */
    Optional<TransportCounts> transportCounts() {
        return backends.stream()
                .filter(OpenAiBackend.class::isInstance)
                .map(each -> ((OpenAiBackend) each).transportCounts())
                .reduce(TransportCounts::plus);
    }

    /**
     * Sends warm-up requests to each backend.
     *
     * @param count the number of requests to each backend
     * @param limit the maximum time for all warm-up requests
     * @throws IOException if a warm-up request fails
     */
    void warmUp(int count, Duration limit, Consumer<String> messages)
            throws InterruptedException, TimeoutException, IOException {
        if (count == 0 || backendSystem.isEmpty()) {
            return;
        }
        List<InferenceRequest> chosen = IntStream.range(0, count)
                .mapToObj(i -> requests.get(i % requests.size()))
                .toList();
        for (WarmUpReport each : backendSystem.get().warmUp(chosen, limit)) {
            messages.accept(Sentences.warmUp(each));
        }
    }

    @Override
    public void close() {
        if (closesSystem) {
            system.close();
        }
    }
}
