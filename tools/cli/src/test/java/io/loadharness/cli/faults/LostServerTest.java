// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure.Kind;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestResult.FailureCount;
import io.loadharness.Verdict;
import io.loadharness.cli.Session;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.TimingModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that are missing, killed, restarted, close connections, or have other clients. No sample is lost, and every count is exact. */
@Tag("load")
@Timeout(600)
class LostServerTest {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    Path logs;

    static Stream<String> transports() {
        return FaultRuns.transports();
    }

    static Stream<Arguments> modes() {
        return FaultRuns.modes();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void refusedConnectionFailsEverySample(String transport) throws IOException {
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // bound, but not listening
            URI silent = URI.create("http://127.0.0.1:" + taken.getLocalPort());
            assertThatEverySampleIsRefused(silent, transport);
        }
    }

    private void assertThatEverySampleIsRefused(URI silent, String transport) {
        try (BackendSystemUnderTest sut = system(silent, transport, FaultRuns.options(LIMIT), Map.of())) {
            TestResult result = FaultRuns.run(sut, Scenario.SERVER, 50, logs);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures().get(Kind.CONNECTION_ERROR).count()).isEqualTo(50);
            assertThat(result.failures()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void unknownHostFailsEverySample(boolean streaming, String transport) {
        URI nowhere = URI.create("http://no-such-host.invalid:8000");
        try (BackendSystemUnderTest sut = FaultRuns.system(
                        FaultRuns.backend(
                                nowhere, Dialect.VLLM_COMPLETIONS, streaming, transport, FaultRuns.options(LIMIT)),
                        32)
                .build()) {
            TestResult result = FaultRuns.run(sut, Scenario.OFFLINE, 50, logs);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures()).hasSize(1);
            assertThat(result.failures().get(Kind.CONNECTION_ERROR))
                    .isEqualTo(new FailureCount(50, "the host of no-such-host.invalid:8000 is not known"));
            assertThat(result.progress().failed()).isEqualTo(50);
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void slowServerReachesTheTimeLimits(boolean streaming, String transport) {
        try (SimulatedServer server = SimulatedServer.start(oneAtATime(Duration.ofMillis(20)));
                BackendSystemUnderTest sut = FaultRuns.system(
                                FaultRuns.backend(
                                        server.uri(),
                                        Dialect.VLLM_COMPLETIONS,
                                        streaming,
                                        transport,
                                        FaultRuns.options(Duration.ofSeconds(3))),
                                300)
                        .build()) {
            TestResult result = FaultRuns.run(sut, Scenario.SERVER, 300, logs);
            EndpointCounts counts = sut.endpointCounts().get(0);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(counts.failures().keySet()).containsExactly(Kind.TIMEOUT);
            assertThat(counts.completed() + failed(counts)).isEqualTo(300);
            assertThat(counts.tokens()).isEqualTo(FaultRuns.TOKENS * counts.completed());
            assertThat(server.stats().requests()).isEqualTo(300);
            assertThat(server.stats().succeeded()).isBetween(counts.completed(), 299L);
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void samplesWaitForASlotAndAreSentLate(boolean streaming, String transport) {
        try (SimulatedServer server = SimulatedServer.start(oneAtATime(Duration.ofMillis(2)));
                BackendSystemUnderTest sut = FaultRuns.system(
                                FaultRuns.backend(
                                        server.uri(),
                                        Dialect.VLLM_COMPLETIONS,
                                        streaming,
                                        transport,
                                        FaultRuns.options(LIMIT)),
                                4)
                        .build()) {
            TestResult result = FaultRuns.run(sut, Scenario.SERVER, 300, logs);
            EndpointCounts counts = sut.endpointCounts().get(0);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures()).isEmpty();
            assertThat(counts.completed()).isEqualTo(300);
            assertThat(counts.peakInFlight()).isEqualTo(4);
            assertThat(server.stats().succeeded()).isEqualTo(300);
        }
    }

    private static SimulatorConfig oneAtATime(Duration perToken) {
        return SimulatorConfig.builder()
                .timing(new TimingModel(Duration.ZERO, Duration.ZERO, perToken, Duration.ZERO, 1))
                .build();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void killedServerFailsAllRemainingSamples(String transport) {
        SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(2), Duration.ofMillis(2)))
                .build());
        CompletableFuture<Void> killed = new CompletableFuture<>();
        Thread killer = new Thread(
                () -> {
                    server.close();
                    killed.complete(null);
                },
                "killer");
        try (BackendSystemUnderTest sut = system(
                server.uri(), transport, FaultRuns.options(LIMIT), Map.of(100, killer::start, 200, killed::join))) {
            TestResult result = FaultRuns.run(sut, Scenario.SERVER, 300, logs);
            EndpointCounts counts = sut.endpointCounts().get(0);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(counts.failures().keySet())
                    .isSubsetOf(EnumSet.of(Kind.CONNECTION_ERROR, Kind.TRUNCATED_STREAM))
                    .contains(Kind.CONNECTION_ERROR);
            assertThat(failed(counts)).isBetween(101L, 300L);
            assertThat(counts.completed() + failed(counts)).isEqualTo(300);
            assertThat(result.progress().failed()).isEqualTo(failed(counts));
            assertThat(server.stats().succeeded()).isBetween(counts.completed(), 300L);
        } finally {
            server.close();
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void restartedServerFailsOnlySamplesInBetween(String transport) {
        AtomicReference<SimulatedServer> server = new AtomicReference<>(
                SimulatedServer.start(SimulatorConfig.builder().build()));
        int port = server.get().address().getPort();
        Runnable kill = () -> server.get().close();
        Runnable restart = () -> server.set(
                SimulatedServer.start(SimulatorConfig.builder().port(port).build()));
        TransportOptions.Builder options = FaultRuns.options(LIMIT).retryStale(true);
        try (BackendSystemUnderTest sut =
                system(server.get().uri(), transport, options, Map.of(40, kill, 45, restart))) {
            TestResult result = FaultRuns.run(sut, Scenario.SINGLE_STREAM, 100, logs);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures()).hasSize(1);
            assertThat(result.failures().get(Kind.CONNECTION_ERROR).count()).isEqualTo(5);
            assertThat(server.get().stats().succeeded()).isEqualTo(100 - 44);
        } finally {
            server.get().close();
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void countsARetryOnBothSides(String transport) {
        SimulatorConfig.Builder config = SimulatorConfig.builder().fault(FaultRule.every(7, Fault.FIN_BEFORE));
        try (SimulatedServer server = SimulatedServer.start(config.build())) {
            OpenAiBackend backend = FaultRuns.backend(
                    server.uri(),
                    Dialect.VLLM_COMPLETIONS,
                    true,
                    transport,
                    FaultRuns.options(LIMIT).retryStale(true));
            try (BackendSystemUnderTest sut = FaultRuns.system(backend, 1).build()) {
                TestResult result = FaultRuns.run(sut, Scenario.SINGLE_STREAM, 100, logs);

                long closed = server.stats().faults(Fault.FIN_BEFORE);
                long failed = failed(sut.endpointCounts().get(0));
                assertThat(closed).isPositive();
                assertThat(backend.transportCounts().staleRetries() + failed).isEqualTo(closed);
                assertThat(server.stats().requests())
                        .isEqualTo(100 + backend.transportCounts().staleRetries());
                assertThat(result.progress().completed())
                        .isEqualTo(server.stats().succeeded());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void twoClientsTogetherMatchTheServerCounts(String transport) {
        SimulatorConfig.Builder config = SimulatorConfig.builder().fault(FaultRule.every(5, Fault.HTTP_500));
        try (SimulatedServer server = SimulatedServer.start(config.build());
                BackendSystemUnderTest one = system(server.uri(), transport, FaultRuns.options(LIMIT), Map.of());
                BackendSystemUnderTest other = system(server.uri(), transport, FaultRuns.options(LIMIT), Map.of())) {
            CompletableFuture<TestResult> background =
                    Session.start(() -> FaultRuns.run(other, Scenario.OFFLINE, 200, logs.resolve("other")));
            FaultRuns.run(one, Scenario.SERVER, 200, logs.resolve("one"));
            background.join();

            EndpointCounts first = one.endpointCounts().get(0);
            EndpointCounts second = other.endpointCounts().get(0);
            assertThat(first.completed() + failed(first)).isEqualTo(200);
            assertThat(second.completed() + failed(second)).isEqualTo(200);
            assertThat(failed(first) + failed(second))
                    .isEqualTo(server.stats().faults(Fault.HTTP_500))
                    .isEqualTo(80);
            assertThat(server.stats().requests()).isEqualTo(400);
            assertThat(server.stats().succeeded()).isEqualTo(first.completed() + second.completed());
            assertThat(server.stats().generationTokens()).isEqualTo(first.tokens() + second.tokens());
        }
    }

    private static BackendSystemUnderTest system(
            URI server, String transport, TransportOptions.Builder options, Map<Integer, Runnable> actions) {
        return FaultRuns.system(FaultRuns.backend(server, Dialect.VLLM_COMPLETIONS, true, transport, options), 32)
                .observer(new AtSample(actions))
                .build();
    }

    private static long failed(EndpointCounts counts) {
        return counts.failures().values().stream().mapToLong(Long::longValue).sum();
    }
}
