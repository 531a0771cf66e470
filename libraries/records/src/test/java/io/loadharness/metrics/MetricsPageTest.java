// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the tables in {@code docs/reference/metrics.md} with the code, or writes them with {@code -Dloadharness.pages=write}. */
class MetricsPageTest {

    private static final Path PAGE = Path.of("../../docs/reference/metrics.md");
    private static final String MARK = "<!-- what follows is made from the code: see MetricsPageTest -->\n";

    @Test
    void thePageHasTheTablesOfTheCode() throws IOException {
        String page = Files.readString(PAGE);
        String start = page.substring(0, page.indexOf(MARK) + MARK.length());
        if ("write".equals(System.getProperty("loadharness.pages"))) {
            Files.writeString(PAGE, start + tables());
        }

        assertThat(Files.readString(PAGE)).isEqualTo(start + tables());
    }

    private static String tables() {
        StringBuilder text = new StringBuilder("\n## Metrics of a request\n\n");
        text.append("| id | metric | unit | formula | names in other tools |\n|---|---|---|---|---|\n");
        for (Metric each : Metric.values()) {
            row(text, each.id(), each.title(), each.unit().symbol(), each.formula(), each.aliases());
        }
        text.append("\n## Metrics of a run\n\n");
        text.append("| id | metric | unit | formula | names in other tools |\n|---|---|---|---|---|\n");
        for (Rate each : Rate.values()) {
            row(text, each.id(), each.title(), each.unit(), each.formula(), each.aliases());
        }
        return text.toString();
    }

    private static void row(
            StringBuilder text, String id, String title, String unit, String formula, List<String> aliases) {
        text.append("| `")
                .append(id)
                .append("` | ")
                .append(title)
                .append(" | ")
                .append(unit)
                .append(" | ");
        text.append(formula).append(" | ").append(String.join(", ", aliases)).append(" |\n");
    }
}
