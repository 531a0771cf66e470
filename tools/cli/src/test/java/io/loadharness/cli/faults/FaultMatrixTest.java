// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import static io.loadharness.Failure.Kind.CONNECTION_ERROR;
import static io.loadharness.Failure.Kind.HTTP_ERROR;
import static io.loadharness.Failure.Kind.IN_BAND_ERROR;
import static io.loadharness.Failure.Kind.MALFORMED_RESPONSE;
import static io.loadharness.Failure.Kind.TIMEOUT;
import static io.loadharness.Failure.Kind.TRUNCATED_STREAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loadharness.Failure;
import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.Verdict;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpVersion;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.SimulatorStats;
import io.loadharness.simulator.Tls;
import io.loadharness.testkit.FakeTimeTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault of the simulator, with and without streaming, over every transport and every version of HTTP. Each sample ends with exactly
 * the expected result. HTTP/2 is negotiated by TLS, because {@code java.net.http} does not start with HTTP/2 without TLS.
 */
@Tag("slow")
@Timeout(600)
class FaultMatrixTest {

    private static final int SAMPLES = 30;
    private static final int EVERY = 3;
    private static final long FAULTS = SAMPLES / EVERY;
    private static final int CONCURRENCY = 6;
    /** A time limit that passes only on the clock of the test. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Faults that only occur in streams. */
    private static final Set<Fault> OF_STREAMS = EnumSet.of(
            Fault.MISSING_DONE,
            Fault.FRAMING_CR,
            Fault.FRAMING_CRLF,
            Fault.COMMENTS,
            Fault.BOM,
            Fault.MULTI_LINE_DATA,
            Fault.SEVERAL_TOKENS);

    @TempDir
    Path logs;

    static Stream<Arguments> faults() {
        return cells(fault -> !fault.isLegal() && fault != Fault.TLS_FAILURE && fault != Fault.EXTRA_BYTES);
    }

    static Stream<Arguments> variants() {
        return cells(Fault::isLegal);
    }

    private static Stream<Arguments> cells(Predicate<Fault> chosen) {
        return modes().map(Arguments::get).flatMap(mode -> Stream.of(Fault.values())
                .filter(chosen)
                .filter(fault -> (boolean) mode[0] || !OF_STREAMS.contains(fault))
                .map(fault -> arguments(fault, mode[0], mode[1], mode[2])));
    }

    /** Returns each transport with each version of HTTP, with and without streaming. */
    static Stream<Arguments> modes() {
        return FaultRuns.modes().map(Arguments::get).flatMap(mode -> Stream.of(HttpVersion.values())
                .map(version -> arguments(mode[0], mode[1], version)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void countsEachFaultByKindAndInvalidatesTheRun(
            Fault fault, boolean streaming, String transport, HttpVersion version) throws InterruptedException {
        Run run = run(fault, EVERY, streaming, transport, version);

        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.failures()).containsExactly(Map.entry(kindOf(fault, version), FAULTS));
        assertThat(run.client().failures()).isEqualTo(run.failures());
        assertThat(run.client().completed()).isEqualTo(SAMPLES - FAULTS);
        assertThat(run.server().faults(fault)).isEqualTo(FAULTS);
        assertThat(run.overHttp2() > 0).isEqualTo(version == HttpVersion.HTTP_2);
        assertNothingIsLost(run);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void acceptsLegalVariants(Fault variant, boolean streaming, String transport, HttpVersion version)
            throws InterruptedException {
        Run run = run(variant, 1, streaming, transport, version);

        assertThat(run.failures()).isEmpty();
        assertThat(run.result().verdict()).as(run.result().reasons().toString()).isEqualTo(Verdict.VALID);
        assertThat(run.client().completed()).isEqualTo(SAMPLES);
        assertThat(run.client().tokens()).isEqualTo(run.server().generationTokens());
        assertNothingIsLost(run);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void bytesAfterAResponseDoNotAffectOthers(boolean streaming, String transport, HttpVersion version)
            throws InterruptedException {
        Run run = run(Fault.EXTRA_BYTES, 1, streaming, transport, version);

        assertThat(run.failures().keySet()).isSubsetOf(MALFORMED_RESPONSE);
        assertThat(run.client().completed()
                        + run.failures().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                .isEqualTo(SAMPLES);
        assertThat(run.client().tokens())
                .isEqualTo(FaultRuns.TOKENS * run.client().completed());
        if (version == HttpVersion.HTTP_1_1 && !transport.equals("jdk")) { // HTTP/2 has none, jdk drops them silently
            assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
            assertThat(run.result().clientLimited()).isFalse();
        }
        assertNothingIsLost(run);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void tlsAlertIsAConnectionError(boolean streaming, String transport, HttpVersion version)
            throws InterruptedException {
        Run run = run(Fault.TLS_FAILURE, 1, streaming, transport, version);

        assertThat(run.failures()).containsExactly(Map.entry(CONNECTION_ERROR, (long) SAMPLES));
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
    }

    private record Run(TestResult result, EndpointCounts client, SimulatorStats server, long overHttp2) {

        Map<Failure.Kind, Long> failures() {
            return result.failures().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, each -> each.getValue().count()));
        }
    }

    private Run run(Fault fault, int every, boolean streaming, String name, HttpVersion version)
            throws InterruptedException {
        SimulatorConfig.Builder config =
                SimulatorConfig.builder().fault(FaultRule.every(every, fault)).http2(version == HttpVersion.HTTP_2);
        if (fault == Fault.TLS_FAILURE || version == HttpVersion.HTTP_2) {
            config.tls(Tls.SELF_SIGNED);
        }
        Dialect dialect = fault == Fault.MISSING_USAGE ? Dialect.OPENAI_COMPLETIONS : Dialect.VLLM_COMPLETIONS;
        boolean hangs = kindOf(fault, version) == TIMEOUT;
        try (SimulatedServer server = SimulatedServer.start(config.build())) {
            FakeTimeTransport transport = new FakeTimeTransport(HttpTransport.open(
                    name, FaultRuns.options(LIMIT).version(version).build()));
            OpenAiBackend backend = FaultRuns.backend(server.uri(), dialect, streaming, transport);
            try (BackendSystemUnderTest sut = FaultRuns.system(backend, hangs ? SAMPLES : CONCURRENCY)
                            .responseForm(FaultRuns.form(dialect))
                            .build();
                    LoadGenerator loadGen = new MlperfLoadGen()) {
                TestRun run = FaultRuns.start(loadGen, sut, Scenario.OFFLINE, SAMPLES, logs);
                if (hangs) {
                    transport.passWhen(() -> run.isDone() || onlyHangingRemain(fault, transport, sut, server), LIMIT);
                }
                TestResult result = run.await();
                long overHttp2 = backend.transportCounts().overHttp2();
                return new Run(result, sut.endpointCounts().get(0), server.stats(), overHttp2);
            }
        }
    }

    /** Returns true if the requests in flight are those that hang, and each has reached the point at which it hangs. */
    private static boolean onlyHangingRemain(
            Fault fault, FakeTimeTransport transport, BackendSystemUnderTest sut, SimulatedServer server) {
        return transport.inFlight() == FAULTS
                && (fault != Fault.HANG_IN_STREAM || transport.started() == FAULTS)
                && sut.endpointCounts().get(0).completed() == SAMPLES - FAULTS
                && server.stats().faults(fault) == FAULTS;
    }

    private static void assertNothingIsLost(Run run) {
        assertThat(run.result().progress().issued()).isEqualTo(SAMPLES);
        assertThat(run.result().progress().completed() + run.result().progress().failed())
                .isEqualTo(SAMPLES);
        assertThat(run.client().sent()).isEqualTo(SAMPLES);
        assertThat(run.client().inFlight()).isZero();
        assertThat(run.client().tokens())
                .isEqualTo(FaultRuns.TOKENS * run.client().completed());
        assertThat(run.server().requests()).isEqualTo(SAMPLES);
    }

    private static Failure.Kind kindOf(Fault fault, HttpVersion version) {
        if (fault == Fault.MALFORMED_CHUNK && version == HttpVersion.HTTP_2) {
            return TRUNCATED_STREAM; // HTTP/2 has no chunks; the simulator resets the stream
        }
        return switch (fault) {
            case HANG_BEFORE, HANG_IN_STREAM, SLOW_LORIS -> TIMEOUT;
            case FIN_BEFORE, RST_BEFORE, TLS_FAILURE -> CONNECTION_ERROR;
            case FIN_IN_STREAM, RST_IN_STREAM, MISSING_DONE, MISSING_END -> TRUNCATED_STREAM;
            case ERROR_EVENT -> IN_BAND_ERROR;
            case MALFORMED_JSON,
                    MALFORMED_CHUNK,
                    MISSING_USAGE,
                    WRONG_CONTENT_TYPE,
                    OVERSIZED_EVENT,
                    HUGE_RESPONSE,
                    EXTRA_BYTES,
                    EMPTY_STREAM -> MALFORMED_RESPONSE;
            default -> HTTP_ERROR;
        };
    }
}
