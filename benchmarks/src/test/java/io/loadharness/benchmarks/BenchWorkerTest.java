// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.cli.ExitCode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("load")
@Timeout(600)
class BenchWorkerTest {

    @Test
    void measuresAllFigures() throws IOException {
        BenchSession session = BenchSession.of("bench", "worker", "--quick", "--pairs", "1", "--json");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        List<JsonNode> figures = session.figures();
        assertThat(figures)
                .extracting(each -> each.get("figure").asText())
                .containsExactly("worker_tokens_ratio", "worker_tokens_per_cpu_s", "isolation_added_us");
        assertThat(figures.subList(0, 2))
                .allSatisfy(each -> assertThat(each.get("median").asDouble()).isPositive());
    }
}
