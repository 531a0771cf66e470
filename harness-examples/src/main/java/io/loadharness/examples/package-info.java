// SPDX-License-Identifier: Apache-2.0
/**
 * Numbered example programs that you can copy. Each program runs for a few seconds and writes its logs to {@code logs/}. {@code
 * -Dseconds=1} makes a run shorter. Example plug-ins are in {@code harness-examples/own-plugin}. Start reading at {@link
 * io.loadharness.examples.Example01SystemUnderTest}.
 */
package io.loadharness.examples;
