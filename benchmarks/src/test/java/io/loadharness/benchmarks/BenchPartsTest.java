// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("load")
@Timeout(600)
class BenchPartsTest {

    @Test
    void bothSidesOfEachPartFindTheSameContent() throws IOException {
        BenchSession session = BenchSession.of("bench", "parts", "--quick", "--pairs", "1", "--json");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .extracting(line -> line.replaceAll("^\\{\"figure\": \"([^\"]*)\".*", "$1"))
                .containsExactly(
                        "csv_lists_ratio",
                        "csv_numbers_ratio",
                        "json_events_ratio",
                        "http_responses_1_ratio",
                        "http_responses_16_ratio");
    }
}
