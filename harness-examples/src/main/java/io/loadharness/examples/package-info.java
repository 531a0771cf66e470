// SPDX-License-Identifier: Apache-2.0
/**
 * Numbered example programs to copy from. Each runs for a few seconds ({@code -Dseconds=1} makes it shorter) and writes its logs to
 * {@code logs/}. Example plug-ins are in {@code harness-examples/own-plugin}. Start reading at
 * {@link io.loadharness.examples.Example01SystemUnderTest}.
 */
package io.loadharness.examples;
