// SPDX-License-Identifier: Apache-2.0
/** Scores of LoadGen's accuracy logs, and the bounds of MLPerf's models. */
module io.loadharness.accuracy {
    requires com.fasterxml.jackson.core;
    requires transitive io.loadharness.core;
    requires transitive io.loadharness.data;
    requires static transitive org.jspecify;

    exports io.loadharness.accuracy;

    uses io.loadharness.accuracy.AccuracyMetric;

    provides io.loadharness.accuracy.AccuracyMetric with
            io.loadharness.accuracy.TopClassMetric,
            io.loadharness.accuracy.SquadMetric,
            io.loadharness.accuracy.SquadLogitsMetric,
            io.loadharness.accuracy.SquadLogitsMetric.Interleaved;
}
