// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bench                        | No benchmark is given.                           | harness bench
            bench loadgen --pairs 0      | --pairs is 0 and must be at least 1.             | harness bench loadgen
            bench loadgen --pairs many   | Invalid value for option '--pairs': 'many' is no whole number. | harness bench loadgen
            """)
    void aWrongCommandLineIsOneSentenceAndAHint(String arguments, String sentence, String command) {
        BenchSession session = BenchSession.of(arguments.split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).containsExactly(sentence, "Try '" + command + " --help'.");
    }
}
