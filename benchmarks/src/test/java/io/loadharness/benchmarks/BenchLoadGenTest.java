// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("load")
class BenchLoadGenTest {

    private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?)";
    private static final Pattern LINE = Pattern.compile("\\{\"figure\": \"(\\w+)\", \"median\": " + NUMBER
            + ", \"min\": "
            + NUMBER + ", \"max\": " + NUMBER + ", \"pairs\": 2, \"unit\": \"(ratio|ns|bytes)\", \"goal\": " + NUMBER
            + "}");

    @Test
    void jsonHasOneLineForEachFigure() {
        BenchSession session = BenchSession.of("bench", "loadgen", "--quick", "--json");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .extracting(line -> matched(line).group(1))
                .containsExactly(
                        "single_stream_ratio",
                        "server_ratio",
                        "offline_bulk_ratio",
                        "offline_each_ratio",
                        "accuracy_8k_ratio",
                        "added_ns",
                        "bytes_per_query");
        assertThat(session.outLines()).allSatisfy(line -> {
            Matcher figure = matched(line);
            double median = Double.parseDouble(figure.group(2));
            assertThat(median).isBetween(Double.parseDouble(figure.group(3)), Double.parseDouble(figure.group(4)));
        });
    }

    private static Matcher matched(String line) {
        Matcher matcher = LINE.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        return matcher;
    }
}
