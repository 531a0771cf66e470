// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.BenchmarkListener.RunProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlainLinesTest {

    private final StringWriter text = new StringWriter();
    private boolean isBehind;
    private final PlainLines lines = new PlainLines(new PrintWriter(text), "", () -> isBehind);

    @Test
    void printsALineEveryFiveSeconds() {
        lines.started(Scenario.SERVER);
        for (int millis = 0; millis < 13_000; millis += 100) {
            lines.progress(progress(millis));
        }

        assertThat(text.toString().lines())
                .containsExactly(
                        "Server: started",
                        "Server: 0:05 of about 0:20, 50 done",
                        "Server: 0:10 of about 0:20, 100 done");
    }

    @Test
    void printsTheNextLineFiveSecondsAfterALateLine() {
        lines.progress(progress(9_000));
        lines.progress(progress(13_900));
        lines.progress(progress(14_000));

        assertThat(text.toString().lines())
                .containsExactly("Server: 0:09 of about 0:20, 90 done", "Server: 0:14 of about 0:20, 140 done");
    }

    @Test
    void printsNoProgressWhileEarlierOutputIsNotWritten() {
        isBehind = true;
        lines.started(Scenario.SERVER);
        lines.progress(progress(5_000));
        isBehind = false;
        lines.progress(progress(5_100));

        assertThat(text.toString().lines()).containsExactly("Server: started", "Server: 0:05 of about 0:20, 51 done");
    }

    @Test
    void lineHasRatesAndTimesOfTheRequests() {
        LiveState state = PanelTest.state(LiveState.Phase.RUNNING);

        assertThat(PlainLines.line(state.progress(), state.view()))
                .isEqualTo(
                        "0:18 of about 1:00, 1,201 done, 3 failed, 19.8/s, TTFT p99 43.10 ms, latency p99 420.00 ms");
    }

    /** Returns the progress of a run that completes ten samples per second. */
    private static RunProgress progress(int millis) {
        Progress progress =
                new Progress(200, millis / 100, 0, Duration.ofMillis(millis), Optional.of(Duration.ofSeconds(20)));
        return new RunProgress(Scenario.SERVER, progress, false);
    }
}
