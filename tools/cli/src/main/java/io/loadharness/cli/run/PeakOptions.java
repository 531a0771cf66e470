// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.options.PercentText;
import io.loadharness.schedule.PeakSearch;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a search for the peak. */
final class PeakOptions {

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            converter = PercentText.class,
            description = "The relative precision of the peak, for example 5%%. A smaller value can require more runs."
                    + " Default: 2%%")
    private @Nullable Double precision;

    @Option(
            names = "--confirm-duration",
            paramLabel = "TIME",
            description = "Minimum duration of the run that confirms the result, for example 120s. The rules of MLPerf"
                    + " require 600s. Default: the value of --min-duration, or 600s without --min-duration")
    private @Nullable Duration confirmDuration;

    @Option(
            names = "--max-runs",
            paramLabel = "N",
            description =
                    "Maximum number of short runs before the first run that confirms the result, for example 20. The"
                            + " probe, which measures the saturation rate, counts as a short run. Default: 12")
    private @Nullable Integer maxRuns;

    @Option(
            names = "--first-rate",
            paramLabel = "N",
            description =
                    "The rate of the first short run, in requests per second, for example 10. With --load=concurrent,"
                            + " N is the number of requests in flight in the first short run. Default: 90%% of the"
                            + " saturation rate, which a probe measures first. Default with --load=concurrent: 8")
    private @Nullable Double firstRate;

    @Option(
            names = "--resume",
            description =
                    "Continue the stopped search in --output-dir. Completed runs are not repeated. The other options"
                            + " must have the same values as before, except --max-runs and --max-time.")
    private boolean resume;

    boolean resumes() {
        return resume;
    }

    /**
     * Checks that the folder of the search to continue is given.
     *
     * @throws IllegalArgumentException if it is not given
     */
    void requireFolder(boolean isGiven) {
        if (resume && !isGiven) {
            throw new IllegalArgumentException("--resume needs the folder of the search: give it with --output-dir");
        }
    }

    /**
     * Returns the search.
     *
     * @param isConcurrency true if the load is a number of requests in flight
     * @param minDuration the minimum duration of a full-length run; empty for the default
     * @throws IllegalArgumentException if a value is out of range
     */
    PeakSearch search(boolean isConcurrency, Optional<Duration> minDuration) {
        PeakSearch.Builder search = PeakSearch.builder().wholeLevels(isConcurrency);
        if (precision != null) {
            search.precision(precision);
        }
        Optional<Duration> full = Optional.ofNullable(confirmDuration).or(() -> minDuration);
        full.ifPresent(search::confirmDuration);
        if (maxRuns != null) {
            search.maxShortRuns(maxRuns);
        }
        if (firstRate != null) {
            search.firstLevel(firstRate);
        }
        return search.build();
    }
}
