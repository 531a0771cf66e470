// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        bench                        | Missing benchmark: choose loadgen, http, schedule, dataset, report, cluster, engine, worker, parts or rivals. | harness bench
        bench loadgen --pairs 0      | --pairs must be at least 1: got 0. | harness bench loadgen
        bench loadgen --pairs many   | Invalid value for option '--pairs': 'many' is not a whole number. | harness bench loadgen
        bench rivals --python /no/py | --python: /no/py cannot be run: give the path of a Python program. | harness bench rivals
        bench rivals --requests 0    | --requests must be at least 1: got 0. | harness bench rivals
        """)
    void usageErrorIsOneSentenceAndAHint(String arguments, String message, String command) {
        BenchSession session = BenchSession.of(arguments.split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).containsExactly(message, "Try '" + command + " --help'.");
    }
}
