// SPDX-License-Identifier: Apache-2.0
/**
 * Signals of the operating system and the exit of the JVM. Aborting runs is in the module {@code loadgen-jni}. Start reading at
 * {@link io.loadharness.cli.signal.ExitSignals}.
 */
@NullMarked
package io.loadharness.cli.signal;

import org.jspecify.annotations.NullMarked;
