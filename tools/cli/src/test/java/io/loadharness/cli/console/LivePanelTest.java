// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.BenchmarkListener.RunProgress;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LivePanelTest {

    private static final int LINES = 7;

    private final StringWriter text = new StringWriter();
    private int width = 81;
    private boolean isBehind;

    @Test
    void redrawsInPlace() {
        LivePanel panel = panel(false);
        panel.draw(PanelTest.state(LiveState.Phase.RUNNING));
        String first = text.toString();
        text.getBuffer().setLength(0);

        panel.draw(PanelTest.state(LiveState.Phase.RUNNING));

        assertThat(first).startsWith("\rServer     [").endsWith("TIMEOUT 2\u001b[K\n\u001b[J");
        assertThat(first.chars().filter(each -> each == '\n')).hasSize(LINES);
        assertThat(text).hasToString("\r\u001b[" + LINES + "A" + first.substring(1));
    }

    @Test
    void clearsWrappedLinesInANarrowerWindow() {
        LivePanel panel = panel(false);
        panel.draw(PanelTest.state(LiveState.Phase.RUNNING));
        text.getBuffer().setLength(0);
        width = 41;

        panel.draw(PanelTest.state(LiveState.Phase.RUNNING));

        assertThat(text.toString()).startsWith("\r\u001b[13A");
        assertThat(text.toString().lines()).allSatisfy(line -> assertThat(line.replaceAll("\u001b\\[\\d*[AKJ]|\r", ""))
                .hasSizeLessThan(41));
    }

    @Test
    void usesColorsOnlyOnAColorTerminal() {
        panel(false).draw(PanelTest.state(LiveState.Phase.RUNNING));
        assertThat(text.toString()).doesNotContain("\u001b[31m");

        panel(true).draw(PanelTest.state(LiveState.Phase.RUNNING));
        assertThat(text.toString()).contains("\u001b[31mFailures   HTTP_ERROR 1   TIMEOUT 2\u001b[0m");
    }

    @Test
    void redrawsAtMostFiveTimesPerSecond() {
        LivePanel panel = panel(false);
        panel.started(Scenario.SERVER);

        for (int millis = 0; millis < 1000; millis += 50) {
            panel.progress(progress(millis));
        }

        assertThat(text.toString().split("\u001b\\[J")).hasSize(5);
    }

    @Test
    void drawsNothingWhileEarlierOutputIsNotWritten() {
        LivePanel panel = panel(false);
        panel.started(Scenario.SERVER);
        isBehind = true;
        for (int millis = 0; millis < 1000; millis += 50) {
            panel.progress(progress(millis));
        }
        assertThat(text.toString()).isEmpty();

        isBehind = false;
        panel.progress(progress(1000));

        assertThat(text.toString()).startsWith("\rServer     0:01   running\u001b[K\n");
    }

    @Test
    void drawsTheNextRunAtOnce() {
        LivePanel panel = panel(false);
        panel.started(Scenario.SERVER);
        panel.progress(progress(60_000));
        text.getBuffer().setLength(0);

        panel.started(Scenario.SERVER);
        panel.progress(progress(1));

        assertThat(text.toString()).startsWith("\rServer     0:00   running\u001b[K\n");
    }

    private static RunProgress progress(int millis) {
        Progress progress = new Progress(3, 2, 0, Duration.ofMillis(millis), Optional.empty());
        return new RunProgress(Scenario.SERVER, progress, false);
    }

    private LivePanel panel(boolean coloured) {
        return new LivePanel(
                new PrintWriter(text),
                "",
                () -> width,
                coloured,
                OptionalDouble.empty(),
                ClientLimits.NONE,
                () -> isBehind);
    }
}
