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
 * How a run ended.
 *
 * @param ended when
 * @param verdict of the load generator and of what watched the client
 * @param reasons why it is not valid, the most severe first
 * @param reasonCodes the codes of these reasons; fewer or none in outcomes of earlier versions
 * @param clientLimited whether the figures are those of the client
 * @param issued samples handed to the system under test
 * @param completed samples answered
 * @param failed samples that failed
 * @param mode what was done with the traffic; empty if the run broke
 * @param performance the generator's own figures
 * @param loadGenVersion the version of LoadGen, if it was LoadGen
 * @param health how the client got on
 * @param limits beyond what the client did not keep up; empty if nobody watched it
 * @param remarks what else there is to say, a sentence each
 * @param files what else belongs to the run, such as profiles: paths that count from its folder
 * @param profiler what watched the servers from within while they were measured, and so made them slower; empty if nothing did
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
        List<String> remarks,
        List<String> files,
        Optional<String> profiler) {

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
        remarks = List.copyOf(remarks);
        files = files == null ? List.of() : List.copyOf(files);
        profiler = profiler == null ? Optional.empty() : profiler;
    }

    /** Returns the reasons with their codes; {@link Reason.Code#OTHER} where the code is missing or unknown. */
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

    /** The same with further files. */
    public RunOutcome with(List<String> moreFiles) {
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
                remarks,
                Stream.concat(files.stream(), moreFiles.stream()).toList(),
                profiler);
    }
}
