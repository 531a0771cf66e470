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

class CalibrationCheckTest {

    @TempDir
    Path folder;

    @Test
    void doesNotWarnFarBelowTheMaximum() throws IOException {
        CalibrationCheck check = calibrated();

        assertThat(check.planned(700)).isEmpty();
        assertThat(check.measured(health(0.9), 7000, 35_000)).isEmpty();
    }

    @Test
    void warnsOfAPlanAboveSeventyPercent() throws IOException {
        assertThat(calibrated().planned(800))
                .containsExactly(
                        "Warning: the planned rate, 800 requests/s, is 80 % of the calibrated maximum of this machine with the"
                                + " transport jdk, which is 1,000/s; above 70 % the client may be the bottleneck.");
    }

    @Test
    void warnsOfMeasuredRates() throws IOException {
        assertThat(calibrated().measured(health(0.1), 7100, 60_000))
                .containsExactly(
                        "Warning: the measured rate, 710 requests/s, is 71 % of the calibrated maximum of this machine with the"
                                + " transport jdk, which is 1,000/s; above 70 % the client may be the bottleneck.",
                        "Warning: the measured rate, 6,000 events/s, is 120 % of the calibrated maximum of this machine with the"
                                + " transport jdk, which is 5,000/s; above 70 % the client may be the bottleneck.");
    }

    @Test
    void recommendsCalibrationOnlyToABusyClient() {
        CalibrationCheck none = CalibrationCheck.of("jdk", new CalibrationFile(folder, "jdk"));

        assertThat(none.planned(1e6)).isEmpty();
        assertThat(none.measured(health(0.1), 1_000_000, 0)).isEmpty();
        assertThat(none.measured(health(0.6), 1, 0))
                .containsExactly(
                        "The client jdk is not calibrated: run ./harness calibrate to measure the maximum rates of this"
                                + " machine as a client.");
    }

    @Test
    void reportsUnusableCalibrationOnce() throws IOException {
        Files.writeString(folder.resolve("calibration-jdk.json"), "garbage");
        CalibrationCheck broken = CalibrationCheck.of("jdk", new CalibrationFile(folder, "jdk"));

        assertThat(broken.planned(1e6)).isEmpty();
        assertThat(broken.measured(health(0.9), 1_000_000, 0))
                .singleElement()
                .asString()
                .contains("is not a calibration");
    }

    private CalibrationCheck calibrated() throws IOException {
        CalibrationFile file = new CalibrationFile(folder, "jdk");
        file.write(new Calibration(
                "jdk", CalibratedMachine.here(), Instant.EPOCH, 1000, 5000, Duration.ZERO, Duration.ZERO));
        return CalibrationCheck.of("jdk", file);
    }

    private static ClientHealth health(double cpuShare) {
        return new ClientHealth(
                Duration.ofSeconds(10),
                new ClientHealth.Sends(Delay.NONE, Delay.NONE, Delay.NONE, Delay.NONE),
                List.of(),
                Delay.NONE,
                cpuShare,
                2,
                new ClientHealth.GarbageCollection(0, Duration.ZERO, 0),
                List.of());
    }
}
