// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.report.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Holds the rates of a run against what the machine was calibrated to. Says nothing as long as there is nothing to say. */
public final class Ceiling {

    /** Above this share of what it can do a client begins to be late. */
    private static final double SHARE = 0.7;

    /** Above this share of busy time a calibration is worth the time it takes. */
    private static final double BUSY = 0.5;

    private final String transport;
    private final Optional<Calibration> calibration;
    private final Optional<String> fault;

    private Ceiling(String transport, Optional<Calibration> calibration, Optional<String> fault) {
        this.transport = transport;
        this.calibration = calibration;
        this.fault = fault;
    }

    /** That of a transport on this machine. */
    public static Ceiling of(String transport) {
        return of(transport, CalibrationFile.of(transport));
    }

    static Ceiling of(String transport, CalibrationFile file) {
        try {
            return new Ceiling(transport, file.read(), Optional.empty());
        } catch (UnusableCalibrationException e) {
            return new Ceiling(transport, Optional.empty(), Optional.ofNullable(e.getMessage()));
        }
    }

    /** What to say before a run that sends so many requests per second. */
    public List<String> planned(double requestsPerSecond) {
        List<String> lines = new ArrayList<>();
        calibration.ifPresent(most -> warn(lines, "planned", requestsPerSecond, "requests", most.requestsPerSecond()));
        return lines;
    }

    /** What to say after a run with so many answers and events. */
    public List<String> seen(ClientHealth health, long requests, long events) {
        List<String> lines = new ArrayList<>();
        fault.ifPresent(lines::add);
        double seconds = health.watched().toNanos() / 1e9;
        if (calibration.isPresent() && seconds > 0) {
            Calibration most = calibration.get();
            warn(lines, "seen", requests / seconds, "requests", most.requestsPerSecond());
            warn(lines, "seen", events / seconds, "events", most.eventsPerSecond());
        } else if (fault.isEmpty() && isBusy(health)) {
            lines.add("There is no calibration for " + transport
                    + ": ./harness calibrate measures what this machine can do as a client.");
        }
        return lines;
    }

    private static boolean isBusy(ClientHealth health) {
        return health.processorShare() > BUSY
                || health.readers().stream().mapToDouble(Reader::share).anyMatch(share -> share > BUSY);
    }

    private void warn(List<String> lines, String which, double rate, String what, double most) {
        if (rate > SHARE * most) {
            lines.add(String.format(
                    Locale.ROOT,
                    "Warning: %s %s/s %s are %.0f %% of the %s that this machine was calibrated to over %s; above %.0f %% the"
                            + " client may be what is measured.",
                    Quantity.number(rate),
                    what,
                    which,
                    100 * rate / most,
                    Quantity.number(most),
                    transport,
                    100 * SHARE));
        }
    }
}
