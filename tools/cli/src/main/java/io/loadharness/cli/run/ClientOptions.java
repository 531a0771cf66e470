// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.client.ClientLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that say what is too much for the client. */
final class ClientOptions {

    private static final ClientLimits USUAL = ClientLimits.DEFAULTS;

    @Option(
            names = "--max-send-lag",
            paramLabel = "TIME",
            description = "Client-limited if 1 %% of the requests are sent later than due by more. Not in offline."
                    + " Default: 10ms")
    private Duration sendLag = USUAL.sendLag();

    @Option(
            names = "--max-read-delay",
            paramLabel = "TIME",
            description = "Client-limited if answers wait longer to be read in 1 %% of the time. Default: 10ms")
    private Duration readDelay = USUAL.readDelay();

    @Option(
            names = "--max-thread-share",
            paramLabel = "PERCENT",
            description = "Client-limited if a thread that reads answers is busy for more of the time. Default: 90")
    private double threadPercent = 100 * USUAL.threadShare();

    @Option(
            names = "--max-cpu-share",
            paramLabel = "PERCENT",
            description = "Client-limited if the client uses more of all processors. Default: 90")
    private double processorPercent = 100 * USUAL.processorShare();

    @Option(
            names = "--max-gc-share",
            paramLabel = "PERCENT",
            description = "Client-limited if garbage collection takes more of the time. Default: 5")
    private double collectionPercent = 100 * USUAL.collectionShare();

    /**
     * What they say.
     *
     * @throws IllegalArgumentException if one has no meaning
     */
    ClientLimits limits() {
        return new ClientLimits(
                time("--max-send-lag", sendLag),
                time("--max-read-delay", readDelay),
                share("--max-thread-share", threadPercent),
                share("--max-cpu-share", processorPercent),
                share("--max-gc-share", collectionPercent));
    }

    private static Duration time(String option, Duration value) {
        if (value.isZero()) {
            throw new IllegalArgumentException(option + " must be more than zero");
        }
        return value;
    }

    private static double share(String option, double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException(
                    option + " is " + percent + " and must be more than 0, at most 100 percent");
        }
        return percent / 100;
    }
}
