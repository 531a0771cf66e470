// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.util.List;
import java.util.Objects;

/**
 * The rule set that decides if a run is valid, and the user's changes to it.
 *
 * @param set the rule set
 * @param relaxed the user's requirements that are weaker than the rules; empty if the rules apply in full
 */
public record AppliedRules(RuleSet set, List<String> relaxed) {

    public AppliedRules {
        Objects.requireNonNull(set, "set");
        relaxed = List.copyOf(relaxed);
    }

    /** Returns the name for verdicts, such as {@code datacenter} or {@code datacenter (relaxed: duration>=1s)}. */
    public String name() {
        return set.id() + suffix();
    }

    /** Returns the relaxed rules in parentheses; empty if the rules apply in full. */
    String suffix() {
        return relaxed.isEmpty() ? "" : " (relaxed: " + String.join(", ", relaxed) + ")";
    }
}
