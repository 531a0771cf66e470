// SPDX-License-Identifier: Apache-2.0
/**
 * Records of the samples of a run, written to disk during the run. The metrics computed from the records are in
 * {@code io.loadharness.metrics}. Start reading at {@link io.loadharness.record.SampleRecorder}, which writes records, and
 * {@link io.loadharness.record.RecordReader}, which reads them.
 */
@NullMarked
package io.loadharness.record;

import org.jspecify.annotations.NullMarked;
