// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.List;
import java.util.Map;

/** One value of a {@link Series} from one poll. Its fields are defined in {@link Series} and {@link Point}. */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box each bucket
record Reading(
        String name,
        Map<String, String> labels,
        SeriesKind kind,
        List<Double> bounds,
        double value,
        double sum,
        double[] buckets) {

    private static final double[] NONE = {};

    static Reading of(String name, Map<String, String> labels, SeriesKind kind, double value) {
        return new Reading(name, labels, kind, List.of(), value, 0, NONE);
    }
}
