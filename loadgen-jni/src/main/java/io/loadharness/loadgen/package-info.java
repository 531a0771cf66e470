// SPDX-License-Identifier: Apache-2.0
/**
 * MLPerf LoadGen for the JVM: checks settings and files, runs the native LoadGen step by step, passes responses to it, and reads its logs
 * into a result. The public types for systems, libraries, settings and results are in {@code io.loadharness}. The C++ code is in
 * {@code native}. Start reading at {@link io.loadharness.loadgen.MlperfLoadGen}; continue with {@code MlperfRun} and {@code StepLoop}.
 */
@NullMarked
package io.loadharness.loadgen;

import org.jspecify.annotations.NullMarked;
