// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code llm-d run}, which has the options and the environment variables of llm-d-benchmark's launcher. The package
 * {@code profiles} reads the profiles; {@code run} measures. Start reading at {@link io.loadharness.cli.llmd.LlmdCommand}.
 */
@NullMarked
package io.loadharness.cli.llmd;

import org.jspecify.annotations.NullMarked;
