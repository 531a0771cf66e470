// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.LoadPlan;
import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A sentence about the planned samples and duration of a run. */
public final class PlanSentence {

    private PlanSentence() {}

    /** Returns the sentence, for example "Plan: 13,368 samples at 22 per second: about 10 min"; empty for an empty plan. */
    public static Optional<String> of(LoadPlan plan) {
        String samples = plan.samples().isPresent()
                ? (plan.isExpectation() ? "about " : "")
                        + Quantity.count(plan.samples().getAsLong())
                        + (plan.samples().getAsLong() == 1 ? " sample" : " samples")
                        + (plan.perSecond().isPresent()
                                ? " at " + Quantity.rate(plan.perSecond().getAsDouble()) + " per second"
                                : "")
                : "";
        String time = plan.duration()
                .filter(each -> !each.isZero())
                .map(each -> "about " + rounded(each))
                .orElse("");
        String sentence =
                Stream.of(samples, time).filter(each -> !each.isEmpty()).collect(Collectors.joining(": "));
        return sentence.isEmpty() ? Optional.empty() : Optional.of("Plan: " + sentence);
    }

    private static String rounded(Duration time) {
        long seconds = Math.max(1, Math.round(time.toMillis() / 1000.0));
        if (seconds < 100) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 100 ? minutes + " min" : Math.round(minutes / 60.0) + " h";
    }
}
