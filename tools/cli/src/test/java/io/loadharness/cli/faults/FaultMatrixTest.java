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
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.Verdict;
import io.loadharness.http.Dialect;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.SimulatorStats;
import io.loadharness.simulator.Tls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault of the simulator, with and without streaming, over every transport. Each sample ends with exactly the expected result. */
@Timeout(600)
class FaultMatrixTest {

    private static final int SAMPLES = 30;
    private static final int EVERY = 3;
    private static final long FAULTS = SAMPLES / EVERY;
    private static final int CONCURRENCY = 6;
    private static final Duration PATIENT = Duration.ofMinutes(5);
    /** A time limit that only hanging responses exceed, even on a busy machine. */
    private static final Duration IMPATIENT = Duration.ofSeconds(5);

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
        return FaultRuns.transports()
                .flatMap(transport -> Stream.of(true, false).flatMap(streaming -> Stream.of(Fault.values())
                        .filter(chosen)
                        .filter(fault -> streaming || !OF_STREAMS.contains(fault))
                        .map(fault -> arguments(fault, streaming, transport))));
    }

    static Stream<Arguments> modes() {
        return FaultRuns.modes();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void countsEachFaultByKindAndInvalidatesTheRun(Fault fault, boolean streaming, String transport) {
        Run run = run(fault, EVERY, streaming, transport);

        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.failures()).containsExactly(Map.entry(kindOf(fault), FAULTS));
        assertThat(run.client().failures()).isEqualTo(run.failures());
        assertThat(run.client().completed()).isEqualTo(SAMPLES - FAULTS);
        assertThat(run.server().faults(fault)).isEqualTo(FAULTS);
        assertNothingIsLost(run);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void acceptsLegalVariants(Fault variant, boolean streaming, String transport) {
        Run run = run(variant, 1, streaming, transport);

        assertThat(run.failures()).isEmpty();
        assertThat(run.result().verdict()).as(run.result().reasons().toString()).isEqualTo(Verdict.VALID);
        assertThat(run.client().completed()).isEqualTo(SAMPLES);
        assertThat(run.client().tokens()).isEqualTo(run.server().generationTokens());
        assertNothingIsLost(run);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void bytesAfterAResponseDoNotAffectOthers(boolean streaming, String transport) {
        Run run = run(Fault.EXTRA_BYTES, 1, streaming, transport);

        assertThat(run.failures().keySet()).isSubsetOf(MALFORMED_RESPONSE);
        assertThat(run.client().completed()
                        + run.failures().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                .isEqualTo(SAMPLES);
        assertThat(run.client().tokens())
                .isEqualTo(FaultRuns.TOKENS * run.client().completed());
        if (!transport.equals("jdk")) { // jdk drops the extra bytes silently
            assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
            assertThat(run.result().clientLimited()).isFalse();
        }
        assertNothingIsLost(run);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void tlsAlertIsAConnectionError(boolean streaming, String transport) {
        Run run = run(Fault.TLS_FAILURE, 1, streaming, transport);

        assertThat(run.failures()).containsExactly(Map.entry(CONNECTION_ERROR, (long) SAMPLES));
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
    }

    private record Run(TestResult result, EndpointCounts client, SimulatorStats server) {

        Map<Failure.Kind, Long> failures() {
            return result.failures().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, each -> each.getValue().count()));
        }
    }

    private Run run(Fault fault, int every, boolean streaming, String transport) {
        SimulatorConfig.Builder config = SimulatorConfig.builder().fault(FaultRule.every(every, fault));
        if (fault == Fault.TLS_FAILURE) {
            config.tls(Tls.SELF_SIGNED);
        }
        Dialect dialect = fault == Fault.MISSING_USAGE ? Dialect.OPENAI_COMPLETIONS : Dialect.VLLM_COMPLETIONS;
        boolean hangs = kindOf(fault) == TIMEOUT;
        try (SimulatedServer server = SimulatedServer.start(config.build());
                BackendSystemUnderTest sut = FaultRuns.system(
                                FaultRuns.backend(
                                        server.uri(),
                                        dialect,
                                        streaming,
                                        transport,
                                        FaultRuns.options(hangs ? IMPATIENT : PATIENT)),
                                hangs ? SAMPLES : CONCURRENCY)
                        .responseForm(FaultRuns.form(dialect))
                        .build()) {
            TestResult result = FaultRuns.run(sut, Scenario.OFFLINE, SAMPLES, logs);
            return new Run(result, sut.endpointCounts().get(0), server.stats());
        }
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

    private static Failure.Kind kindOf(Fault fault) {
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
