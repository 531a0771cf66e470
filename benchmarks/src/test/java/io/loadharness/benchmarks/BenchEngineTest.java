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
class BenchEngineTest {

    @Test
    void measuresAllFigures() throws IOException {
        BenchSession session = BenchSession.of("bench", "engine", "--quick", "--pairs", "1", "--json");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        List<JsonNode> figures = session.figures();
        assertThat(figures)
                .extracting(each -> each.get("figure").asText())
                .containsExactly(
                        "onnx_offline_ratio",
                        "onnx_mlp_offline_ratio",
                        "onnx_bytes_per_sample",
                        "onnx_added_us",
                        "startup_ms",
                        "llama_loop_ratio",
                        "llama_loop_per_cpu_ratio");
        assertThat(figures.subList(0, 3))
                .allSatisfy(each -> assertThat(each.get("median").asDouble()).isPositive());
        assertThat(figures.get(4).get("median").asDouble()).isPositive();
    }
}
