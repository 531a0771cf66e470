// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserConfTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void createFile() {
        file = directory.resolve("user.conf");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "#",
                "# any = words # at all",
                "#word",
                "#*.Server.target_qps = 5",
                "\t *.Server.target_qps\t=  5 \t",
                "*.Server.target_qps = 5\r\n*.Server.coalesce_queries = 1\r\n",
                "*.*.min_duration = 0x10",
                "*.Server.target_qps = 1.5e3",
                "*.*.accuracy_log_rng_seed = 18446744073709551615",
                "wan-2.2-t2v-a14b.*.min_query_count = 3",
                "llama3_1-8b.Server.ttft_latency = 100",
                "*.Server.target_latency = 0",
                "*.*.target_latency_percentile = 99.9",
                "*.*.min_duration = 5\n*.Server.min_duration = 6\nresnet50.Server.min_duration = 7",
            })
    void acceptsLinesThatLoadGenApplies(String text) {
        assertThatCode(() -> check(text, "llama3_1-8b", Scenario.SERVER)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.Server.target_qps=5 | needs blanks around '='; write '*.Server.target_qps = 5'",
                "*.Server.target_qps= 5 | needs blanks around '='; write '*.Server.target_qps = 5'",
                "*.Server.target_qps = 5 # fast | put the comment on a separate line",
                "*.Server.target_qps = 5 6 | has more than one key or value",
                "*.Server.target_qps = | has no value",
                "= 5 | has no key",
                "*.Server.target_qps 5 | is not of the form 'key = value'",
                "*.Server.target_qps | is not of the form 'key = value'",
                "#fast mode | put a blank after the first '#'",
                "## title | put a blank after the first '#'",
                "target_qps = 5 | is not of the form 'model.scenario.key'; write '*.Server.target_qps'",
                "Server.min_duration = 5 | write '*.*.min_duration'",
                "*.Server.target_qsp = 5 | unknown key 'target_qsp'; did you mean 'target_qps'?",
                "*.Server.target_duration = 5 | unknown key 'target_duration'; did you mean 'min_duration'?",
                "*.server.target_qps = 5 | unknown scenario 'server'; did you mean 'Server'?",
                "*.Interactive.target_qps = 5 | uses scenario 'Server' and a model '…-interactive'",
                "*.Offline.ttft_latency = 5 | does not read 'ttft_latency' in scenario 'Offline'; it reads this key only in Server",
                "*.SingleStream.target_qps = 5 | in scenario 'SingleStream'; it reads this key only in Server, Offline",
                "llama3.1-8b.Server.min_duration = 5 | mlperf.conf; did you mean 'llama3_1-8b'?",
                "*.*.qsl_rng_seed = 5 | only LoadGen's own mlperf.conf can set 'qsl_rng_seed'",
                "*.*.accuracy_log_probability = 5 | only LoadGen's own mlperf.conf",
                "*.*.test05 = 1 | only LoadGen's own mlperf.conf",
                "*.*.test07_accuracy_threshold = 60 | is allowed only in the audit.config",
            })
    void rejectsLinesThatLoadGenIgnores(String line, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("# first\n" + line, "resnet50", Scenario.SERVER))
                .withMessageStartingWith(file + ", line 2: ")
                .withMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.*.min_duration | -1 | ; write 0",
                "*.*.min_duration | 1e3 | ; write 1000",
                "*.*.min_duration | 1.5 | ; write 2",
                "*.*.min_duration | 5. | ; write 5",
                "*.*.min_duration | 0600 | ; write 600",
                "*.*.min_duration | 1_000 | ; write 1000",
                "*.*.min_duration | 1,000,000 | ; write 1000000",
                "*.Server.target_qps | 5,5 | ; write 5.5",
                "*.*.min_duration | 9223372036854775807 | ; write 4611686018427",
                "*.*.min_query_count | 18446744073709551616 | ; write 18446744073709551615",
                "*.*.min_query_count | ten | a whole number",
                "*.*.min_query_count | 0x1p4 | a whole number",
                "*.*.mode | 4 | ; write 3",
                "*.*.performance_issue_same | 2 | must be 0 or 1: got '2'; write 1",
                "*.*.performance_issue_same | true | ; write 1",
                "*.*.performance_issue_same | off | ; write 0",
                "*.Server.max_async_queries | 2147483648 | ; write 2147483647",
                "*.Server.target_latency | 2.5 | ; write 3",
                "*.Server.target_qps | 0 | a number above 0",
                "*.Server.target_qps | -3 | a number above 0",
                "*.Server.target_qps | nan | a number above 0",
                "*.Server.target_qps | inf | a number above 0",
                "*.Server.target_qps | 1e400 | a number above 0",
                "*.Server.target_qps | 0x10 | a number above 0",
                "*.SingleStream.target_latency | 0 | above 0",
                "*.Server.target_latency_percentile | 100 | not including, 100",
                "*.Server.target_latency_percentile | 0 | a percentile",
                "*.Server.target_latency_percentile | 0.99 | ; write 99",
            })
    void rejectsValuesThatLoadGenMisreads(String key, String value, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(key + " = " + value, "resnet50", Scenario.SERVER))
                .withMessageStartingWith(file + ", line 1: '")
                .withMessageContaining("' must be ")
                .withMessageContaining(": got '" + value + "'")
                .withMessageContaining(problem);
    }

    @Test
    void rejectsARepeatedKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check("*.*.mode = 1\n\n*.*.mode = 1", "*", Scenario.OFFLINE))
                .withMessage(file + ", line 3: '*.*.mode' is already set on line 1; remove one of the two lines");
    }

    @Test
    void rejectsALineOverriddenByALineForAllModels() {
        String text = "resnet50.*.min_duration = 5\n*.Server.min_duration = 6\n";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(text, "resnet50", Scenario.SERVER))
                .withMessageStartingWith(file + ", line 1: ")
                .withMessageEndingWith("write 'resnet50.Server.min_duration'");
        assertThatCode(() -> check(text, "resnet50", Scenario.OFFLINE)).doesNotThrowAnyException();
        assertThatCode(() -> check(text, "gptj", Scenario.SERVER)).doesNotThrowAnyException();
        assertThatCode(() -> check(text + "resnet50.Server.min_duration = 7", "resnet50", Scenario.SERVER))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "*.Server.ttft_latency, use_token_latencies, llama3_1-8b",
        "*.*.tpot_latency, use_token_latencies, llama3_1-8b",
        "*.*.token_latency_scaling_factor, infer_token_latencies, gptj",
    })
    void requiresTheFlagThatAKeyDependsOn(String key, String flag, String modelWithFlag) {
        String line = key + " = 100";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(line, "resnet50", Scenario.SERVER))
                .withMessageContaining("only if '" + flag + "' is 1, and in this run it is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(line + "\n*.*." + flag + " = 0", modelWithFlag, Scenario.SERVER));
        assertThatCode(() -> check(line, modelWithFlag, Scenario.SERVER)).doesNotThrowAnyException();
        assertThatCode(() -> check(line + "\n*.*." + flag + " = 1", "resnet50", Scenario.SERVER))
                .doesNotThrowAnyException();
    }

    private void check(String text, String model, Scenario scenario) throws IOException {
        Files.writeString(file, text);
        UserConf.check(file, SmallMlperfConf.CONF, model, scenario);
    }
}
