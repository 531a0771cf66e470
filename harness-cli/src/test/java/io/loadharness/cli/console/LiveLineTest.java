package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LiveLineTest {

    private final StringWriter text = new StringWriter();
    private final LiveLine line = new LiveLine(new PrintWriter(text));

    @Test
    void aRunOfKnownLengthHasABar() {
        line.at(Scenario.SERVER, progress(Optional.of(Duration.ofSeconds(8))));

        assertThat(text)
                .hasToString(
                        "\rServer        [#####---------------]  25%  2,001 issued, 2,000 done, 1,000 samples/s\u001b[K");
    }

    @Test
    void aRunOfUnknownLengthHasItsTime() {
        line.at(Scenario.SERVER, progress(Optional.empty()));

        assertThat(text).hasToString("\rServer        2.0 s  2,001 issued, 2,000 done, 1,000 samples/s\u001b[K");
    }

    @Test
    void aRunThatTakesLongerThanExpectedStaysAtItsEnd() {
        line.at(Scenario.SERVER, progress(Optional.of(Duration.ofSeconds(1))));

        assertThat(text.toString()).contains("[####################] 100%");
    }

    private static Progress progress(Optional<Duration> expected) {
        return new Progress(2001, 2000, 0, Duration.ofSeconds(2), expected);
    }
}
