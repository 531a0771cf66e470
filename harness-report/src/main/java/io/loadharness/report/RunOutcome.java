package io.loadharness.report;

import io.loadharness.Performance;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.health.ClientHealth;
import io.loadharness.health.ClientLimits;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param ended when
 * @param verdict of the load generator and of what watched the client
 * @param reasons why it is not valid, the gravest first
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
 */
public record RunOutcome(
        Instant ended,
        Verdict verdict,
        List<String> reasons,
        boolean clientLimited,
        long issued,
        long completed,
        long failed,
        Optional<TestMode> mode,
        Optional<Performance> performance,
        Optional<String> loadGenVersion,
        Optional<ClientHealth> health,
        Optional<ClientLimits> limits,
        List<String> remarks) {

    public RunOutcome {
        Objects.requireNonNull(ended, "ended");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(performance, "performance");
        Objects.requireNonNull(loadGenVersion, "loadGenVersion");
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(limits, "limits");
        remarks = List.copyOf(remarks);
    }
}
