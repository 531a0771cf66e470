// SPDX-License-Identifier: Apache-2.0
/**
 * Scores of accuracy runs. {@link io.loadharness.accuracy.Accuracy} reads LoadGen's {@code mlperf_log_accuracy.json}, an
 * {@link io.loadharness.accuracy.AccuracyMetric} compares the responses with targets, and an {@link io.loadharness.accuracy.AccuracyResult}
 * contains the scores and the comparison with the bounds of MLPerf. Accuracy runs themselves are in {@code io.loadharness.benchmark}. Start
 * with {@link io.loadharness.accuracy.Accuracy}.
 */
@NullMarked
package io.loadharness.accuracy;

import org.jspecify.annotations.NullMarked;
