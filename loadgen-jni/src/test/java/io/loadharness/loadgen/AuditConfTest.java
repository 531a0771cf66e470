// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditConfTest {

    @TempDir
    private Path directory;

    @Test
    void acceptsKeysOfComplianceScripts() {
        String text = """
            *.*.mode = 2
            *.*.accuracy_log_sampling_target = 100
            *.Server.performance_issue_same = 1
            *.*.test09_min_output_tokens = 1150.38
            """;
        assertThatCode(() -> check(text)).doesNotThrowAnyException();
    }

    @Test
    void rejectsALineForTheModelOfTheRun() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("# first\nresnet50.*.min_query_count = 5", Optional.of("resnet50")))
                .withMessageContaining("line 2: LoadGen reads only the model '*' in this file")
                .withMessageEndingWith("'resnet50'; write '*.*.min_query_count'");
    }

    @Test
    void acceptsLinesForOtherModels() {
        String text = "llama2-70b.Server.min_query_count = 500\nresnet50.Offline.min_query_count = 20";
        assertThatCode(() -> check(text, Optional.of("resnet50"))).doesNotThrowAnyException();
    }

    @Test
    void rejectsAModelIfTheRunHasNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("resnet50.*.min_query_count = 5", Optional.empty()))
                .withMessageEndingWith("'resnet50'; if the line is not for this run, set the model of the run");
    }

    @Test
    void rejectsAFlagThatLoadGenReadsEarlier() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("*.*.use_token_latencies = 1"))
                .withMessageContaining("'use_token_latencies' before it reads this file");
    }

    @Test
    void rejectsSeedsOfMlperfConf() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("*.*.schedule_rng_seed = 5"))
                .withMessageContaining("only LoadGen's own mlperf.conf can set 'schedule_rng_seed'");
    }

    @Test
    void readsFlagsFromTheSettings() {
        assertThatIllegalArgumentException().isThrownBy(() -> check("*.Server.ttft_latency = 5"));
        assertThatCode(() -> check("*.*.token_latency_scaling_factor = 5")).doesNotThrowAnyException();
    }

    private void check(String text) throws IOException {
        check(text, Optional.empty());
    }

    private void check(String text, Optional<String> model) throws IOException {
        Path file = Files.writeString(directory.resolve("audit.config"), text);
        AuditConf.check(file, model, Scenario.SERVER, Map.of("use_token_latencies", 0L, "infer_token_latencies", 1L));
    }
}
