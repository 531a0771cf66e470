// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnmetConstraintsTest {

    @TempDir
    private Path directory;

    private WrittenLogs logs;

    @BeforeEach
    void createServerLogs() {
        logs = new WrittenLogs(directory, Scenario.SERVER, TestMode.PERFORMANCE_ONLY);
    }

    @Test
    void aValidRunHasNone() throws Exception {
        assertThat(reasons()).isEmpty();
    }

    @Test
    void aLatencyIsReportedWithItsBound() throws Exception {
        logs.value("result_perf_constraints_met", "false").value("result_99.00_percentile_latency_ns", "2500000");

        assertThat(reasons()).containsExactly("the 99th percentile of the latency is 2.5 ms, over its bound of 2 ms");
    }

    @Test
    void tokensHaveSeparateBounds() throws Exception {
        logs.withTokens().value("result_perf_constraints_met", "false");

        assertThat(reasons())
                .containsExactly("the 99th percentile of the time per output token is 7 ms, over its bound of 6 ms");
    }

    @Test
    void aPercentileThatTheLogLacksIsStillNamed() throws Exception {
        logs.value("result_perf_constraints_met", "false").value("effective_target_latency_percentile", "0.8");

        assertThat(reasons()).containsExactly("the 80th percentile is over its latency bound");
    }

    @Test
    void tooShortARunNamesTheDuration() throws Exception {
        logs.value("result_min_duration_met", "false");

        assertThat(reasons()).containsExactly("the run was shorter than its min_duration of 10 min");
    }

    @Test
    void tooFewQueriesAreReportedWithTheirNumber() throws Exception {
        logs.value("result_min_queries_met", "false").value("result_query_count", "50");

        assertThat(reasons())
                .containsExactly(
                        "the run ended after 50 queries; it needs at least 100 queries (min_query_count) and 200"
                                + " samples");
    }

    @Test
    void earlyStoppingReportsTheMissingQueries() throws Exception {
        logs.value("early_stopping_met", "false")
                .text("early_stopping_result", " * Would need to run at least 171 more queries,");

        assertThat(reasons())
                .containsExactly(
                        "5000 queries are too few for early stopping to estimate the percentile; at least 171 more"
                                + " are needed");
    }

    @Test
    void earlyStoppingOfTokensReportsTheMissingQueries() throws Exception {
        logs.withTokens()
                .value("early_stopping_met", "false")
                .text("early_stopping_ttft_result", " * Would need to run at least 9 more queries,");

        assertThat(reasons()).singleElement().asString().endsWith("at least 9 more are needed");
    }

    @Test
    void adviceOfLoadGenComesLast() throws Exception {
        logs.text("result_validity", "INVALID")
                .value("result_min_duration_met", "false")
                .text("result_invalid_reason", "Increase the rate. ");

        assertThat(reasons()).hasSize(2).last().isEqualTo("LoadGen advises: Increase the rate.");
    }

    @Test
    void anInvalidRunAlwaysHasAReason() throws Exception {
        logs.text("result_validity", "INVALID");

        assertThat(reasons()).containsExactly("LoadGen calls the run INVALID but gives no reason");
    }

    private List<String> reasons() throws UnreadableLogException {
        LoadGenLogs read = LoadGenLogs.read(logs.write(), LogOrigin.UNKNOWN);
        return new UnmetConstraints(
                        read.performance().orElseThrow(), read.bounds().orElseThrow())
                .reasons().stream().map(Reason::text).toList();
    }
}
