// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.internal.ProgramName;
import io.loadharness.report.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Compares the rates of a run with the calibration of the machine, and returns warnings. */
public final class CalibrationCheck {

    /** The share of the calibrated maximum rate above which the client may be the bottleneck. */
    private static final double WARNING_SHARE = 0.7;

    /** The busy share of the CPUs or of a reader thread above which a missing calibration is reported. */
    private static final double BUSY_SHARE = 0.5;

    private final String transport;
    private final Optional<Calibration> calibration;
    private final Optional<String> error;

    private CalibrationCheck(String transport, Optional<Calibration> calibration, Optional<String> error) {
        this.transport = transport;
        this.calibration = calibration;
        this.error = error;
    }

    /** Returns the check for a transport on this machine. */
    public static CalibrationCheck of(String transport) {
        return CalibrationFile.of(transport)
                .map(file -> of(transport, file))
                .orElseGet(() -> new CalibrationCheck(transport, Optional.empty(), Optional.empty()));
    }

    static CalibrationCheck of(String transport, CalibrationFile file) {
        try {
            return new CalibrationCheck(transport, file.read(), Optional.empty());
        } catch (UnusableCalibrationException e) {
            return new CalibrationCheck(transport, Optional.empty(), Optional.ofNullable(e.getMessage()));
        }
    }

    /** Returns the warnings for a planned rate. */
    public List<String> planned(double requestsPerSecond) {
        List<String> lines = new ArrayList<>();
        calibration.ifPresent(max -> warn(lines, "planned", requestsPerSecond, "requests", max.requestsPerSecond()));
        return lines;
    }

    /** Returns the warnings for a completed run. */
    public List<String> measured(ClientHealth health, long requests, long events) {
        List<String> lines = new ArrayList<>();
        error.ifPresent(lines::add);
        double seconds = health.watched().toNanos() / 1e9;
        if (calibration.isPresent() && seconds > 0) {
            Calibration max = calibration.get();
            warn(lines, "measured", requests / seconds, "requests", max.requestsPerSecond());
            warn(lines, "measured", events / seconds, "events", max.eventsPerSecond());
        } else if (error.isEmpty() && isBusy(health)) {
            lines.add("The client " + transport + " is not calibrated: run " + ProgramName.COMMAND
                    + " calibrate to measure the maximum rates of this machine as a client.");
        }
        return lines;
    }

    private static boolean isBusy(ClientHealth health) {
        return health.cpuShare() > BUSY_SHARE
                || health.readers().stream().mapToDouble(Reader::share).anyMatch(share -> share > BUSY_SHARE);
    }

    private void warn(List<String> lines, String kind, double rate, String unit, double max) {
        if (rate > WARNING_SHARE * max) {
            lines.add(String.format(
                    Locale.ROOT,
                    "Warning: the %s rate, %s %s/s, is %.0f %% of the calibrated maximum of this machine with the transport %s,"
                            + " which is %s/s; above %.0f %% the client may be the bottleneck.",
                    kind,
                    Quantity.number(rate),
                    unit,
                    100 * rate / max,
                    transport,
                    Quantity.number(max),
                    100 * WARNING_SHARE));
        }
    }
}
