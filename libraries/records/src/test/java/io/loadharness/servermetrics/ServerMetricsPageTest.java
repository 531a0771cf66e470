// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the table of names in {@code docs/guides/server-metrics.md} with the code. */
class ServerMetricsPageTest {

    private static final Path PAGE = Path.of("../../docs/guides/server-metrics.md");

    @Test
    void thePageHasAllMetricsAndAllTheirNames() throws IOException {
        List<String> rows = Stream.of(ServerMetric.values())
                .map(each -> "| `%s` | %s, %s | `%s` |"
                        .formatted(
                                each.id(),
                                each.kind().name().toLowerCase(Locale.ROOT),
                                each.unit(),
                                String.join("`, `", each.names())))
                .toList();

        assertThat(Files.readAllLines(PAGE)).containsSubsequence(rows);
    }
}
