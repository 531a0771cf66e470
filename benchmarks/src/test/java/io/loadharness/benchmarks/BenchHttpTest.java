// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("load")
@Timeout(300)
class BenchHttpTest {

    private static final Pattern LINE = Pattern.compile(
            "\\{\"figure\": \"(\\w+)\", \"median\": ([\\d.]+), \"min\": ([\\d.]+), \"max\": ([\\d.]+), \"pairs\": 1,"
                    + " \"unit\": \"(\\w+)\", \"goal\": [\\d.]+}");

    @Test
    void selectedFiguresOfEachTransportAreMeasured() {
        BenchSession session = BenchSession.of(
                "bench",
                "http",
                "--quick",
                "--pairs",
                "1",
                "--figure",
                "requests-ratio",
                "--figure",
                "streams_held",
                "--json");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .extracting(line -> matched(line).group(1))
                .containsExactly(
                        "requests_ratio_netty", "streams_held_netty", "requests_ratio_jdk", "streams_held_jdk");
        assertThat(session.outLines())
                .allSatisfy(line ->
                        assertThat(Double.parseDouble(matched(line).group(2))).isPositive());
        assertThat(matched(session.outLines().get(1)).group(2)).isEqualTo("1875.0000");
        assertThat(matched(session.outLines().get(3)).group(2)).isEqualTo("625.0000");
    }

    @Test
    void unknownFigureIsReportedWithAllNames() {
        BenchSession session = BenchSession.of("bench", "http", "--figure", "speed");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines().get(0))
                .contains("unknown figure 'speed'. Allowed: ", "requests-ratio, ttft-error-us-p50")
                .doesNotContain("\n");
    }

    private static Matcher matched(String line) {
        Matcher matcher = LINE.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        return matcher;
    }
}
