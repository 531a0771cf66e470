// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Performance;
import io.loadharness.Reason;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientLimits;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The outcome of a run: the content of {@code outcome.json}.
 *
 * @param ended the end of the run
 * @param verdict the verdict from the load generator and the client's health checks; {@link RunReport} applies the requirements later
 * @param reasons the reasons why the run is not valid, the most severe first
 * @param reasonCodes the codes of the reasons, in the same order; files of earlier versions have fewer codes or none
 * @param clientLimited true if the load generator, not the server, was the bottleneck
 * @param issued the number of samples issued to the system under test
 * @param completed the number of completed samples
 * @param failed the number of failed samples
 * @param mode LoadGen's test mode; empty if the run failed
 * @param performance the metrics that the load generator computed
 * @param loadGenVersion the version of LoadGen; empty for other load generators
 * @param health the client's health; empty if the client was not monitored
 * @param limits the thresholds above which a run is client-limited; empty if the client was not monitored
 * @param warnings warnings that do not change the verdict, one sentence each
 * @param files other files of the run, such as profiler traces, as paths relative to the folder of the run
 * @param profiler the profiler that ran in the servers and slowed them down; empty if no profiler ran
 * @param slices the slices whose records were joined; empty if one process generated the whole load
 * @param engines the statistics of the engines that report statistics; empty for servers
 * @param partial the workers or slices that were lost; empty if all results arrived
 */
public record RunOutcome(
        Instant ended,
        Verdict verdict,
        List<String> reasons,
        List<String> reasonCodes,
        boolean clientLimited,
        long issued,
        long completed,
        long failed,
        Optional<TestMode> mode,
        Optional<Performance> performance,
        Optional<String> loadGenVersion,
        Optional<ClientHealth> health,
        Optional<ClientLimits> limits,
        List<String> warnings,
        List<String> files,
        Optional<String> profiler,
        List<SliceOutcome> slices,
        List<EngineStatistics> engines,
        Optional<PartialResults> partial) {

    /** The prefix of the warning about unchecked server certificates. */
    public static final String UNCHECKED_CERTIFICATES = "TLS certificates were not checked";

    /** The prefix of the warning about prompts that seem to contain padding. */
    public static final String POSSIBLE_PADDING = "Possible padding in the prompts";

    public RunOutcome {
        Objects.requireNonNull(ended, "ended");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        reasonCodes = reasonCodes == null ? List.of() : List.copyOf(reasonCodes);
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(performance, "performance");
        Objects.requireNonNull(loadGenVersion, "loadGenVersion");
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(limits, "limits");
        warnings = List.copyOf(warnings);
        files = files == null ? List.of() : List.copyOf(files);
        profiler = profiler == null ? Optional.empty() : profiler;
        slices = slices == null ? List.of() : List.copyOf(slices);
        engines = engines == null ? List.of() : List.copyOf(engines);
        partial = partial == null ? Optional.empty() : partial;
    }

    /** Returns the warning about unchecked server certificates; empty if the certificates were checked, or if no server uses TLS. */
    public Optional<String> uncheckedCertificates() {
        return warnings.stream()
                .filter(each -> each.startsWith(UNCHECKED_CERTIFICATES))
                .findFirst();
    }

    /** Returns the warnings that belong next to the verdict. */
    List<String> verdictWarnings() {
        return warnings.stream()
                .filter(each -> each.startsWith(UNCHECKED_CERTIFICATES) || each.startsWith(POSSIBLE_PADDING))
                .toList();
    }

    /** Returns the reasons with their codes; {@link Reason.Code#OTHER} if the code is missing or unknown. */
    List<Reason> codedReasons() {
        return IntStream.range(0, reasons.size())
                .mapToObj(i -> new Reason(code(i < reasonCodes.size() ? reasonCodes.get(i) : ""), reasons.get(i)))
                .toList();
    }

    private static Reason.Code code(String name) {
        return Stream.of(Reason.Code.values())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(Reason.Code.OTHER);
    }

    /** Returns a copy with additional files. */
    public RunOutcome with(List<String> additionalFiles) {
        return new RunOutcome(
                ended,
                verdict,
                reasons,
                reasonCodes,
                clientLimited,
                issued,
                completed,
                failed,
                mode,
                performance,
                loadGenVersion,
                health,
                limits,
                warnings,
                Stream.concat(files.stream(), additionalFiles.stream()).toList(),
                profiler,
                slices,
                engines,
                partial);
    }
}
