// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A span of time. */
public record Span(Instant start, Instant end) {

    /** Checks that the end is not before the start. */
    public Span {
        if (end.isBefore(start)) {
            throw new IllegalArgumentException("the end of a span, " + end + ", is before its start, " + start);
        }
    }

    /** Returns the length. */
    public Duration length() {
        return Duration.between(start, end);
    }

    /** Returns the union of spans, in order and without overlap. */
    static List<Span> union(Collection<Span> spans) {
        List<Span> merged = new ArrayList<>();
        for (Span each :
                spans.stream().sorted(Comparator.comparing(Span::start)).toList()) {
            Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last == null || last.end.isBefore(each.start)) {
                merged.add(each);
            } else if (last.end.isBefore(each.end)) {
                merged.set(merged.size() - 1, new Span(last.start, each.end));
            }
        }
        return merged;
    }

    /** Returns the parts of this span that no other span covers. */
    List<Span> without(Collection<Span> others) {
        List<Span> gaps = new ArrayList<>();
        Instant reached = start;
        for (Span each : union(others)) {
            if (each.start.isAfter(reached) && reached.isBefore(end)) {
                gaps.add(new Span(reached, each.start.isBefore(end) ? each.start : end));
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
