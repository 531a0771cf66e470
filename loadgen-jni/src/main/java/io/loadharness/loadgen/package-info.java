// SPDX-License-Identifier: Apache-2.0
/**
 * MLPerf LoadGen for the JVM. {@link io.loadharness.loadgen.MlperfLoadGen} is all there is to know; everything else in here is how it
 * is done: settings and files are checked ({@code PreparedRun}), LoadGen asks step by step ({@code StepLoop}), answers go down
 * ({@code AnswerSink}), and logs become a result ({@code LoadGenLogs}, {@code Judgement}).
 */
@NullMarked
package io.loadharness.loadgen;

import org.jspecify.annotations.NullMarked;
