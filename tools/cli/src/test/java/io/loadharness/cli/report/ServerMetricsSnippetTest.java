// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.Session;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Python program on the page about server metrics. */
@Tag("network")
@Timeout(600)
class ServerMetricsSnippetTest {

    private static final Pattern SNIPPET = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void snippetReadsTheFilesOfARun() throws Exception {
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(200), Duration.ofMillis(1)))
                .build())) {
            Session.of(
                    ("run --load concurrent --concurrency 3 --requests 15 --max-tokens 3 --scrape-interval 10ms --url "
                                    + server.uri() + " --output-dir " + folder.resolve("run"))
                            .split(" "));
        }
        Matcher snippet = SNIPPET.matcher(Files.readString(Path.of("../../docs/guides/server-metrics.md")));
        assertThat(snippet.find()).isTrue();

        String output = Python.outputOf(
                snippet.group(1), folder.resolve("run/server-metrics.jsonl").toString());

        assertThat(output).matches("0 most 3 mean [0-2]\\.\\d+");
    }
}
