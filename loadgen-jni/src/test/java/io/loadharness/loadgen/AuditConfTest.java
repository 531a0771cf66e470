package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditConfTest {

    @TempDir
    private Path directory;

    @Test
    void acceptsAComplianceTestWithTheKeysOfItsScript() {
        String text = """
            *.*.mode = 2
            *.*.accuracy_log_sampling_target = 100
            *.Server.performance_issue_same = 1
            *.*.test09_min_output_tokens = 1150.38
            """;
        assertThatCode(() -> check(text)).doesNotThrowAnyException();
    }

    @Test
    void refusesANamedModel() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("# first\nresnet50.*.min_query_count = 5"))
                .withMessageContaining("line 2: LoadGen reads this file for the model '*' only")
                .withMessageContaining("'resnet50'");
    }

    @Test
    void refusesAFlagThatComesTooLate() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("*.*.use_token_latencies = 1"))
                .withMessageContaining("settled 'use_token_latencies' before");
    }

    @Test
    void refusesTheSeedsOfMlperfConf() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("*.*.schedule_rng_seed = 5"))
                .withMessageContaining("only LoadGen's own mlperf.conf can set 'schedule_rng_seed'");
    }

    @Test
    void looksForFlagsInTheSettings() {
        assertThatIllegalArgumentException().isThrownBy(() -> check("*.Server.ttft_latency = 5"));
        assertThatCode(() -> check("*.*.token_latency_scaling_factor = 5")).doesNotThrowAnyException();
    }

    private void check(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("audit.config"), text);
        AuditConf.check(file, Scenario.SERVER, Map.of("use_token_latencies", 0L, "infer_token_latencies", 1L));
    }
}
