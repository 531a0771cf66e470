// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.client.ClientHealth;
import io.loadharness.client.Delay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CeilingTest {

    @TempDir
    Path folder;

    @Test
    void saysNothingWellBelowWhatTheMachineCanDo() throws IOException {
        Ceiling ceiling = calibrated();

        assertThat(ceiling.planned(700)).isEmpty();
        assertThat(ceiling.seen(health(0.9), 7000, 35_000)).isEmpty();
    }

    @Test
    void warnsOfAPlanAboveSeventyPercentWithBothNumbers() throws IOException {
        assertThat(calibrated().planned(800))
                .containsExactly(
                        "Warning: 800 requests/s planned are 80 % of the 1,000 that this machine was calibrated to"
                                + " over jdk; above 70 % the client may be what is measured.");
    }

    @Test
    void warnsOfWhatWasSeenWithBothNumbers() throws IOException {
        assertThat(calibrated().seen(health(0.1), 7100, 60_000))
                .containsExactly(
                        "Warning: 710 requests/s seen are 71 % of the 1,000 that this machine was calibrated to over jdk;"
                                + " above 70 % the client may be what is measured.",
                        "Warning: 6,000 events/s seen are 120 % of the 5,000 that this machine was calibrated to over jdk;"
                                + " above 70 % the client may be what is measured.");
    }

    @Test
    void speaksOfAMissingCalibrationOnlyToAClientThatIsBusy() {
        Ceiling none = Ceiling.of("jdk", new CalibrationFile(folder, "jdk"));

        assertThat(none.planned(1e6)).isEmpty();
        assertThat(none.seen(health(0.1), 1_000_000, 0)).isEmpty();
        assertThat(none.seen(health(0.6), 1, 0))
                .containsExactly(
                        "There is no calibration for jdk: ./harness calibrate measures what this machine can do as a"
                                + " client.");
    }

    @Test
    void saysOnceThatACalibrationCannotBeUsed() throws IOException {
        Files.writeString(folder.resolve("calibration-jdk.json"), "garbage");
        Ceiling broken = Ceiling.of("jdk", new CalibrationFile(folder, "jdk"));

        assertThat(broken.planned(1e6)).isEmpty();
        assertThat(broken.seen(health(0.9), 1_000_000, 0))
                .singleElement()
                .asString()
                .contains("is no calibration");
    }

    private Ceiling calibrated() throws IOException {
        CalibrationFile file = new CalibrationFile(folder, "jdk");
        file.write(new Calibration(
                "jdk", CalibratedMachine.here(), Instant.EPOCH, 1000, 5000, Duration.ZERO, Duration.ZERO));
        return Ceiling.of("jdk", file);
    }

    private static ClientHealth health(double processorShare) {
        return new ClientHealth(
                Duration.ofSeconds(10),
                new ClientHealth.Sends(Delay.NONE, Delay.NONE, Delay.NONE, Delay.NONE),
                List.of(),
                Delay.NONE,
                processorShare,
                2,
                new ClientHealth.Collections(0, Duration.ZERO, 0));
    }
}
