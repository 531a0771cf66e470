// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.Session;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics of the servers of a real run, in its reports. */
class ServersReportedTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path parent;

    private Path folder;

    @BeforeEach
    void runAgainstTwoServers() throws IOException {
        folder = parent.resolve("run");
        SimulatorConfig config = SimulatorConfig.builder().build();
        try (SimulatedServer one = SimulatedServer.start(config);
                SimulatedServer other = SimulatedServer.start(config)) {
            Session.of(("run --url " + one.uri() + " --url " + other.uri()
                            + " --load concurrent --concurrency 4 --requests 60"
                            + " --max-tokens 6 --enable-metrics --scrape-interval 100ms --output-dir " + folder)
                    .split(" "));
        }
    }

    private JsonNode result() throws IOException {
        return JSON.readTree(folder.resolve("result.json").toFile());
    }

    @Test
    void serverCountsMatchClientCounts() throws IOException {
        JsonNode result = result();

        JsonNode agreement = result.at("/servers/agreement");
        assertThat(agreement).hasSize(3).allSatisfy(each -> assertThat(each.get("servers"))
                .as(each.toString())
                .isEqualTo(each.get("client")));
        assertThat(result.at("/servers/combined/counters/requests/increase").asLong())
                .isEqualTo(60);
        assertThat(result.at("/servers/per_server")).hasSize(2);
        assertThat(result.at("/servers/notes")).isEmpty();
        assertThat(result.at("/servers/per_server/0/client_minus_server/ttft/difference")
                        .isNumber())
                .isTrue();
        assertThat(folder.resolve("summary.txt"))
                .content()
                .containsPattern("\\| Completed requests +\\| +60 \\| +[\\d.,]+ \\| +60 \\|");
    }

    @Test
    void damagedMetricsFileCausesOneMessage() throws IOException {
        Files.writeString(folder.resolve("server-metrics.jsonl"), "garbage\n");

        Session session = Session.of("report", folder.toString());

        assertThat(session.out()).contains("- " + folder.resolve("server-metrics.jsonl"), "Output token throughput");
        assertThat(session.err()).isEmpty();
        assertThat(result().at("/counts/completed").asLong()).isEqualTo(60);
        assertThat(result().at("/servers/notes")).hasSize(1);
    }

    @Test
    void writesServerMetricsOfInferencePerfOnlyIfScraped() throws IOException {
        Path file = folder.resolve("inference-perf/summary_prometheus_metrics.json");

        Session asked = Session.of("report", folder.toString(), "--all");
        assertThat(JSON.readTree(file.toFile()).at("/successes/count").asLong()).isEqualTo(60);

        Files.delete(file);
        Files.delete(folder.resolve("server-metrics.jsonl"));
        Session unasked = Session.of("report", folder.toString(), "--all");
        assertThat(file).doesNotExist();
        assertThat(asked.out() + unasked.out()).doesNotContain("Left out");
        assertThat(result().has("servers")).isFalse();
    }
}
