// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name of the command line in an installation, in which users enter {@code loadharness} instead of {@code ./harness}. */
class InstalledNameTest {

    /** The name of the command line in a checkout, before the name of a command or an option. */
    private static final String NAME_IN_CHECKOUT =
            "(?<![\\w-])harness (?:[a-z-]+ --|run|find-peak|validate|profiles|plugins|aggregate|server|calibrate|doctor)\\b";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--help",
                "run --help-all",
                "validate --help",
                "find-peak --help",
                "worker --help",
                "completion --help",
                "llm-d run --help",
                "collect --help",
                "llm-d standup",
                "completion bash"
            })
    void helpAndErrorsContainTheNameOfTheInstallation(String arguments) throws IOException {
        String output = outputOf(Stream.of(arguments.split(" ")).filter(each -> !each.isEmpty()));

        assertThat(output).contains("loadharness").doesNotContain("./harness").doesNotContainPattern(NAME_IN_CHECKOUT);
    }

    private static String outputOf(Stream<String> arguments) throws IOException {
        List<String> command =
                JavaCommand.harness(List.of("-Dloadharness.command=loadharness"), arguments.toArray(String[]::new));
        Process harness = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(harness.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
