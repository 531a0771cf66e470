// SPDX-License-Identifier: Apache-2.0
/**
 * What happened to each sample of a run, on disk while the run goes on. A {@link io.loadharness.record.SampleRecorder} writes it, a
 * {@link io.loadharness.record.RecordReader} reads it, also after the process was killed.
 */
@NullMarked
package io.loadharness.record;

import org.jspecify.annotations.NullMarked;
