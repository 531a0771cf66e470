// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.client.ClientLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for the limits above which a run is client-limited: the load generator, not the server, was the bottleneck. */
final class ClientOptions {

    private static final ClientLimits DEFAULTS = ClientLimits.DEFAULTS;

    @Option(
            names = "--max-send-delay",
            paramLabel = "TIME",
            description =
                    "Limit for the p99 of the issue delay and for the p99 of the send delay. With fewer than 1,000"
                            + " requests, the limit applies to the tenth longest delay. The issue delay is the time from"
                            + " the scheduled start of a query to its issue. The send delay is the time from the issue"
                            + " until the transport takes the request. The time in which a request waits for a slot does"
                            + " not count. A run above this limit is client-limited and not valid: the load generator, not"
                            + " the server, was the bottleneck. Does not apply to the offline scenario. Default: 10ms")
    private Duration sendDelay = DEFAULTS.sendDelay();

    @Option(
            names = "--max-read-delay",
            paramLabel = "TIME",
            description =
                    "Limit for the p99 of the time from the arrival of response data until the client reads the data."
                            + " With fewer than 1,000 measurements, the limit applies to the tenth longest time. A run"
                            + " above this limit is client-limited and not valid. Default: 10ms")
    private Duration readDelay = DEFAULTS.readDelay();

    @Option(
            names = "--max-thread-share",
            paramLabel = "PERCENT",
            description =
                    "Maximum CPU time of a thread that reads responses, in percent of the time in which requests are"
                            + " in flight. A run above this limit is client-limited and not valid. Default: 90")
    private double threadPercent = 100 * DEFAULTS.threadShare();

    @Option(
            names = "--max-cpu-share",
            paramLabel = "PERCENT",
            description =
                    "Maximum CPU use of the client while requests are in flight, in percent of all CPUs. A run above"
                            + " this limit is client-limited and not valid. Default: 90")
    private double cpuPercent = 100 * DEFAULTS.cpuShare();

    @Option(
            names = "--max-gc-share",
            paramLabel = "PERCENT",
            description =
                    "Maximum time in garbage collection, in percent of the time in which requests are in flight. A run"
                            + " above this limit is client-limited and not valid. Default: 5")
    private double gcPercent = 100 * DEFAULTS.gcShare();

    /**
     * Returns the limits.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    ClientLimits limits() {
        return new ClientLimits(
                time("--max-send-delay", sendDelay),
                time("--max-read-delay", readDelay),
                share("--max-thread-share", threadPercent),
                share("--max-cpu-share", cpuPercent),
                share("--max-gc-share", gcPercent));
    }

    private static Duration time(String option, Duration value) {
        if (value.isZero()) {
            throw new IllegalArgumentException(option + " must be more than zero");
        }
        return value;
    }

    private static double share(String option, double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException(option + " must be more than 0 and at most 100 percent: got " + percent);
        }
        return percent / 100;
    }
}
