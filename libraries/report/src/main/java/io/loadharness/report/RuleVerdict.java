// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The verdicts of a rule set and of the load generator for the same run. The verdict of the rule set is the verdict of the run.
 *
 * @param rules the rules
 * @param verdict the verdict by the rules
 * @param reasons the reasons why the run is not valid by the rules, the most severe first
 * @param generator the name of the load generator, such as "MLPerf LoadGen"
 * @param generatorVerdict the verdict without the rules, from the load generator and the client's health checks
 * @param generatorReasons the reasons for {@code generatorVerdict}, the most severe first
 */
public record RuleVerdict(
        AppliedRules rules,
        Verdict verdict,
        List<Reason> reasons,
        String generator,
        Verdict generatorVerdict,
        List<Reason> generatorReasons) {

    public RuleVerdict {
        Objects.requireNonNull(rules, "rules");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        Objects.requireNonNull(generator, "generator");
        Objects.requireNonNull(generatorVerdict, "generatorVerdict");
        generatorReasons = List.copyOf(generatorReasons);
    }

    /** Returns both verdicts with their reasons, such as "VALID by datacenter, INVALID by MLPerf LoadGen: 100 queries are too few …". */
    public String sentence() {
        String both = verdict + " by " + rules.name() + reasoned(reasons);
        return both + (reasons.isEmpty() ? ", " : ". ") + generatorVerdict + " by " + generator
                + reasoned(generatorReasons);
    }

    private static String reasoned(List<Reason> reasons) {
        return reasons.isEmpty() ? "" : reasons.stream().map(Reason::text).collect(Collectors.joining("; ", ": ", ""));
    }
}
