// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReportTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void theResultMatchesItsSchemaForEachVerdict(Verdict verdict) throws IOException {
        String result = FixedRun.written("json", FixedRun.report(verdict));

        assertThat(JsonSchemas.resultErrors(result)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 11, 200})
    void theResultOfAKilledRunMatchesItsSchema(int samples) throws IOException {
        RunFolder run = new RecordedRun(folder).requiring("ttft.p99<1s").of(samples, samples / 3);

        String result = FixedRun.written("json", RunReport.of(run));

        assertThat(JsonSchemas.resultErrors(result)).isEmpty();
        assertThat(RunJson.MAPPER.readTree(result).get("outcome").isNull()).isTrue();
    }

    @Test
    void theResultOfTruncatedRecordsMatchesItsSchema() throws IOException {
        RunFolder run = FixedRun.copiedTo(folder);
        byte[] records = Files.readAllBytes(run.records());
        Files.write(run.records(), Arrays.copyOf(records, records.length / 2));

        assertThat(JsonSchemas.resultErrors(FixedRun.written("json", RunReport.of(run))))
                .isEmpty();
    }

    @Test
    void theResultWithServersMatchesItsSchema() throws IOException {
        String result = FixedRun.written("json", RunReport.of(FixedRun.withServers(folder)));

        assertThat(JsonSchemas.resultErrors(result)).isEmpty();
        JsonNode servers = RunJson.MAPPER.readTree(result).get("servers");
        assertThat(servers.at("/combined/counters/generation_tokens/increase").asDouble())
                .isEqualTo(735);
        assertThat(servers.at("/combined/client_minus_server/ttft/difference").asDouble())
                .isCloseTo(5e6, Offset.offset(1.0));
    }

    @Test
    void theSchemaRejectsUnknownNames() throws IOException {
        JsonNode result = RunJson.MAPPER.readTree(FixedRun.written("json", FixedRun.report()));
        ObjectNode metrics = (ObjectNode) result.get("metrics");
        metrics.set("ttf", metrics.get("ttft"));
        ((ObjectNode) result).remove("window");

        List<String> errors = JsonSchemas.resultErrors(result.toString());

        assertThat(errors)
                .hasSize(2)
                .anySatisfy(each -> assertThat(each).contains("ttf"))
                .anySatisfy(each -> assertThat(each).contains("window"));
    }
}
