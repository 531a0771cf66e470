// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTemplateTest {

    private final EnvironmentTemplate template = new EnvironmentTemplate(
            "my.yaml.in", Map.of("MODEL", "org/$1\\name", "PORT", "8000", "LLMDBENCH_MODEL", "m", "EMPTY", ""));

    @Test
    void replacesVariablesEverywhere() {
        assertThat(template.fill("a: REPLACE_ENV_MODEL\r\nb: http://h:REPLACE_ENV_PORT/v1REPLACE_ENV_EMPTY\n"))
                .isEqualTo("a: org/$1\\name\r\nb: http://h:8000/v1\n");
    }

    @Test
    void keepsCommentsUnchanged() {
        assertThat(template.fill("  # REPLACE_ENV_NOBODY\na: 1")).isEqualTo("  # REPLACE_ENV_NOBODY\na: 1");
    }

    @Test
    void keepsTextWithoutVariables() {
        assertThat(template.fill("a: REPLACE_ENV_\n\n")).isEqualTo("a: REPLACE_ENV_\n\n");
    }

    @Test
    void namesTheLineOfAnUnsetVariable() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.fill("a: 1\nb: REPLACE_ENV_LLMDBENCH_MODLE"))
                .withMessage("my.yaml.in line 2: REPLACE_ENV_LLMDBENCH_MODLE refers to the environment variable"
                        + " LLMDBENCH_MODLE, which is not set: give its value with --profile-env"
                        + " LLMDBENCH_MODLE=VALUE; did you mean LLMDBENCH_MODEL, which is set?");
    }

    @Test
    void namesTheOptionThatSetsAVariable() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.fill("REPLACE_ENV_LLMDBENCH_HARNESS_STACK_ENDPOINT_URL"))
                .withMessage("my.yaml.in line 1: REPLACE_ENV_LLMDBENCH_HARNESS_STACK_ENDPOINT_URL refers to the"
                        + " environment variable LLMDBENCH_HARNESS_STACK_ENDPOINT_URL, which is not set: give its value"
                        + " with --url or --profile-env LLMDBENCH_HARNESS_STACK_ENDPOINT_URL=VALUE");
    }
}
