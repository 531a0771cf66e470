// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variables of llm-d-benchmark about its pod. */
class LlmdClusterVariablesTest {

    private static Map<String, String> options(Map<String, String> environment) {
        return new LlmdClusterVariables(environment).options();
    }

    @Test
    void withoutVariablesNothingIsSet() {
        assertThat(options(Map.of("LLMDBENCH_HARNESS_NAME", "guidellm", "HOME", "/root")))
                .isEmpty();
    }

    @Test
    void oneVariableBringsTheDefaultsOfTheOthers() {
        assertThat(options(Map.of("LLMDBENCH_HARNESS_CPU_NR", "8")))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "namespace", "llmdbench",
                        "pvc", "workload-pvc",
                        "pvc-size", "20Gi",
                        "cpu", "8",
                        "memory", "32Gi",
                        "wait", "3600"));
    }

    @Test
    void theNamespaceOfTheServersIsTheDefault() {
        assertThat(options(Map.of("LLMDBENCH_HARNESS_DEBUG", "0", "LLMDBENCH_VLLM_COMMON_NAMESPACE", "serving")))
                .containsEntry("namespace", "serving")
                .doesNotContainKeys("debug-pod", "skip-run");
    }

    @ParameterizedTest
    @CsvSource({
        "NAMESPACE, bench, namespace, bench",
        "PVC_NAME, results, pvc, results",
        "PVC_SIZE, 3Gi, pvc-size, 3Gi",
        "SERVICE_ACCOUNT, runner, service-account, runner",
        "CPU_NR, 1, cpu, 1",
        "CPU_MEM, 2Gi, memory, 2Gi",
        "WAIT_TIMEOUT, 36000, wait, 36000",
        "SKIP_RUN, 1, skip-run, true",
        "SKIP_RUN, true, skip-run, true",
        "DEBUG, 1, debug-pod, true"
    })
    void eachVariableSetsItsOption(String name, String value, String option, String expected) {
        assertThat(options(Map.of("LLMDBENCH_HARNESS_" + name, value))).containsEntry(option, expected);
    }

    @ParameterizedTest
    @CsvSource({"SKIP_RUN, false, skip-run", "DEBUG, 0, debug-pod", "DEBUG, False, debug-pod"})
    void aVariableMaySwitchOff(String name, String value, String option) {
        assertThat(options(Map.of("LLMDBENCH_HARNESS_" + name, value))).doesNotContainKey(option);
    }
}
