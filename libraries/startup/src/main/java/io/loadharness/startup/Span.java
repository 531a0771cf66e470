// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** From a moment to a later one. */
public record Span(Instant begin, Instant end) {

    /** Refuses what ends before it begins. */
    public Span {
        if (end.isBefore(begin)) {
            throw new IllegalArgumentException("a span ends at " + end + ", before it begins at " + begin);
        }
    }

    /** How long it is. */
    public Duration length() {
        return Duration.between(begin, end);
    }

    /** The time that is in any of them: in order, and without overlap. */
    static List<Span> union(Collection<Span> spans) {
        List<Span> merged = new ArrayList<>();
        for (Span each :
                spans.stream().sorted(Comparator.comparing(Span::begin)).toList()) {
            Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last == null || last.end.isBefore(each.begin)) {
                merged.add(each);
            } else if (last.end.isBefore(each.end)) {
                merged.set(merged.size() - 1, new Span(last.begin, each.end));
            }
        }
        return merged;
    }

    /** What of this one is in none of the others. */
    List<Span> without(Collection<Span> others) {
        List<Span> gaps = new ArrayList<>();
        Instant reached = begin;
        for (Span each : union(others)) {
            if (each.begin.isAfter(reached) && reached.isBefore(end)) {
                gaps.add(new Span(reached, each.begin.isBefore(end) ? each.begin : end));
            }
            reached = each.end.isAfter(reached) ? each.end : reached;
        }
        if (reached.isBefore(end)) {
            gaps.add(new Span(reached, end));
        }
        return gaps;
    }

    static Duration length(Collection<Span> spans) {
        return union(spans).stream().map(Span::length).reduce(Duration.ZERO, Duration::plus);
    }
}
