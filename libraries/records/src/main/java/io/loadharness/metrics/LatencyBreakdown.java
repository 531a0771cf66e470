// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.record.RecordSource;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The latencies (scheduled) of the completed requests of a run, divided into phases. If a request lacks the timestamp between two phases,
 * the whole time counts as the earlier phase.
 *
 * <pre>{@code
 * try (RecordReader records = RecordReader.open(Path.of("run/records.cbor"))) {
 *     LatencyBreakdown breakdown = LatencyBreakdown.of(records).orElseThrow();
 *     System.out.println(breakdown.time(LatencyPhase.DECODE, LatencyPhase.DECODE).mean() + " ns");
 * }
 * }</pre>
 */
public final class LatencyBreakdown {

    private static final List<LatencyPhase> PHASES = List.of(LatencyPhase.values());

    /** For each phase, the time from the scheduled start of each request to the end of the phase. */
    private final List<Column> ends = new ArrayList<>();

    private final long[] lacking = new long[PHASES.size()];

    private LatencyBreakdown() {
        for (int i = 0; i < PHASES.size(); i++) {
            ends.add(new Column());
        }
    }

    /** Divides the latencies of all remaining records of a source; empty if no request completed. */
    public static Optional<LatencyBreakdown> of(RecordSource records) throws IOException {
        LatencyBreakdown breakdown = new LatencyBreakdown();
        for (SampleRecord each = records.next(); each != null; each = records.next()) {
            if (each.isOk() && each.times().reported() != Timeline.UNKNOWN) {
                breakdown.add(each.times());
            }
        }
        return breakdown.count() == 0 ? Optional.empty() : Optional.of(breakdown);
    }

    private void add(Timeline times) {
        long end = times.reported();
        for (int i = PHASES.size() - 1; i >= 0; i--) {
            long known = PHASES.get(i).end(times);
            if (known == Timeline.UNKNOWN) {
                lacking[i]++;
            } else {
                end = known;
            }
            ends.get(i).add(end - times.scheduled());
        }
    }

    /** Returns the number of requests; at least one. */
    public long count() {
        return ends.get(0).size();
    }

    /** Returns the number of requests without the timestamp at which a phase ends. */
    public long lacking(LatencyPhase phase) {
        return lacking[PHASES.indexOf(phase)];
    }

    /** Returns the times of the requests from the start of one phase to the end of the same or a later phase. */
    public Distribution time(LatencyPhase first, LatencyPhase last) {
        Column to = ends.get(PHASES.indexOf(last));
        int before = PHASES.indexOf(first) - 1;
        long[] times = new long[to.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = to.get(i) - (before < 0 ? 0 : ends.get(before).get(i));
        }
        return new SortedValues(times);
    }
}
