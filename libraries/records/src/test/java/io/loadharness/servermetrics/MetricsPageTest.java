// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsPageTest {

    private static final String WHOLE = """
            # HELP vllm:num_requests_running Requests, "here" and \\\\ there.
            # TYPE vllm:num_requests_running gauge
            vllm:num_requests_running{model_name="a \\"b\\", c\\\\d",engine="0"} 3.0
            # TYPE wait histogram
            wait_bucket{le="0.5"} 1
            wait_bucket{le="+Inf"} 2 # {trace_id="x"} 0.7 1700000000.5
            wait_sum 1.25
            wait_count 2
            # TYPE tokens_total counter
            tokens_total{} 1e3 1700000000000
            tokens_created 1.7e9
            """;

    private static List<Reading> read(String page) throws ScrapeException {
        return MetricsPage.read(page.getBytes(StandardCharsets.UTF_8), false, name -> true);
    }

    private static List<Reading> readOpen(String page) throws ScrapeException {
        return MetricsPage.read(page.getBytes(StandardCharsets.UTF_8), true, name -> true);
    }

    @Test
    void aPageIsParsed() throws ScrapeException {
        List<Reading> readings = read(WHOLE);

        assertThat(readings)
                .extracting(Reading::name)
                .containsExactly("vllm:num_requests_running", "tokens_total", "tokens_created", "wait");
        Reading running = readings.get(0);
        assertThat(running.kind()).isEqualTo(SeriesKind.GAUGE);
        assertThat(running.value()).isEqualTo(3);
        assertThat(running.labels())
                .containsExactly(Map.entry("model_name", "a \"b\", c\\d"), Map.entry("engine", "0"));
        assertThat(readings.get(1).kind()).isEqualTo(SeriesKind.COUNTER);
        assertThat(readings.get(1).value()).isEqualTo(1000);
        Reading wait = readings.get(3);
        assertThat(wait.kind()).isEqualTo(SeriesKind.HISTOGRAM);
        assertThat(wait.bounds()).containsExactly(0.5);
        assertThat(wait.buckets()).containsExactly(1, 2);
        assertThat(wait.sum()).isEqualTo(1.25);
        assertThat(wait.value()).isEqualTo(2);
    }

    @Test
    void linesMayEndWithCarriageReturns() throws ScrapeException {
        assertThat(read(WHOLE.replace("\n", "\r\n")))
                .extracting(Reading::value)
                .containsExactly(3.0, 1000.0, 1.7e9, 2.0);
    }

    @Test
    void typeLinesOfOpenMetricsOmitTotal() throws ScrapeException {
        List<Reading> readings = readOpen("""
                # TYPE tokens counter
                # UNIT tokens tokens
                # HELP tokens All.
                tokens_total{a="b"} 17.0 1700000000.123 # {} 1.0
                tokens_created{a="b"} 1700000000.123
                # TYPE build info
                build_info{version="1"} 1
                # TYPE thing unknown
                thing 4
                # EOF
                """);

        assertThat(readings).extracting(Reading::name).containsExactly("tokens_total", "thing");
        assertThat(readings).extracting(Reading::kind).containsExactly(SeriesKind.COUNTER, SeriesKind.GAUGE);
    }

    @Test
    void aSummaryKeepsCountAndSum() throws ScrapeException {
        List<Reading> readings = read("""
                # TYPE gc summary
                gc{quantile="0.5"} 0.25
                gc_sum 8.5
                gc_count 4
                """);

        assertThat(readings).singleElement().satisfies(gc -> {
            assertThat(gc.bounds()).isEmpty();
            assertThat(gc.buckets()).containsExactly(4);
            assertThat(gc.sum()).isEqualTo(8.5);
        });
    }

    @Test
    void labelsDistinguishHistograms() throws ScrapeException {
        List<Reading> readings = read("""
                # TYPE wait histogram
                wait_bucket{model="a",le="1"} 1
                wait_bucket{model="b",le="1"} 5
                wait_bucket{model="a",le="+Inf"} 2
                wait_bucket{le="+Inf",model="b"} 6
                """);

        assertThat(readings).extracting(each -> each.labels().get("model")).containsExactly("a", "b");
        assertThat(readings).extracting(Reading::value).containsExactly(2.0, 6.0);
        assertThat(readings.get(0).sum()).isNaN();
    }

    @Test
    void unwantedLinesAreCheckedAndNotKept() throws ScrapeException {
        assertThat(MetricsPage.read(WHOLE.getBytes(StandardCharsets.UTF_8), false, "wait"::equals))
                .extracting(Reading::name)
                .containsExactly("wait");
        assertThatThrownBy(() -> MetricsPage.read("a b\n".getBytes(StandardCharsets.UTF_8), false, name -> false))
                .isInstanceOf(ScrapeException.class);
    }

    @ParameterizedTest
    @CsvSource({"NaN, NaN", "+Inf, Infinity", "-Inf, -Infinity", "-1.5e-3, -0.0015", ".5, 0.5", "7., 7"})
    void numbersOfBothFormatsAreParsed(String text, double value) throws ScrapeException {
        assertThat(read("a " + text + "\n")).extracting(Reading::value).containsExactly(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
                    <html>~                                    | expected a name at character 1
                    {"error": "no"}~                           | expected a name at character 1
                    a~                                         | expected a number, but the line ends
                    a 1d~                                      | '1d' is not a number
                    a 0x1p3~                                   | '0x1p3' is not a number
                    a 1 2 3~                                   | expected '#' at
                    a 1 soon~                                  | 'soon' is not a number
                    a{b} 1~                                    | expected '=' at character 4
                    a{b=c} 1~                                  | expected '"' at
                    a{b="c 1~                                  | expected '"' at
                    a{b="\\t"} 1~                              | an unknown escape
                    a{b="c" d="e"} 1~                          | expected ',' at
                    a{b="c",b="d"} 1~                          | duplicate label b
                    a 1~a 2~                                   | duplicate sample
                    a 1 # 5~                                   | unexpected text after the number
                    # TYPE a number~                           | unknown type 'number'
                    # TYPE a~                                  | a type line must have a name and a type
                    # TYPE a gauge~# TYPE a gauge~             | duplicate type line
                    # TYPE a histogram~a 1~                    | a line of the histogram a must be a bucket with the label le
                    # TYPE a histogram~a_bucket 1~             | a line of the histogram a must be a bucket with the label le
                    # TYPE a histogram~a_bucket{le="x"} 1~     | 'x' is not a number
                    # TYPE a histogram~a_bucket{le="1"} 1~     | no bucket for +Inf
                    # TYPE a histogram~a_bucket{le="1"} 2~a_bucket{le="+Inf"} 1~ | are not cumulative
                    # TYPE a histogram~a_bucket{le="1"} 2~a_bucket{le="1.0"} 1~  | duplicate bucket
                    a 1                                        | ends in the middle of line 1
                    """)
    void invalidPagesAreRejected(String page, String error) {
        assertThatThrownBy(() -> read(page.strip().replace('~', '\n')))
                .isInstanceOf(ScrapeException.class)
                .hasMessageContaining(error);
    }

    @Test
    void aTruncatedPageIsRejected() {
        for (int length = 1; length < WHOLE.length(); length++) {
            String cut = WHOLE.substring(0, length);
            if (!cut.endsWith("\n")) {
                assertThatThrownBy(() -> read(cut)).isInstanceOf(ScrapeException.class);
            }
            assertThatThrownBy(() -> readOpen(cut)).isInstanceOf(ScrapeException.class);
        }
    }

    @Test
    void randomChangesGiveReadingsOrAScrapeException() {
        Random random = new Random(7);
        byte[] whole = WHOLE.getBytes(StandardCharsets.UTF_8);
        int parsed = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] broken = whole.clone();
            for (int j = random.nextInt(3); j >= 0; j--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            try {
                MetricsPage.read(broken, false, name -> true);
                parsed++;
            } catch (ScrapeException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
        assertThat(parsed).isBetween(1, 19_999);
    }
}
