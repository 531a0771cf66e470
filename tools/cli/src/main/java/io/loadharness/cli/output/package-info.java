// SPDX-License-Identifier: Apache-2.0
/**
 * Standard output and standard error. Start reading at {@link io.loadharness.cli.output.StandardStreams}.
 */
@NullMarked
package io.loadharness.cli.output;

import org.jspecify.annotations.NullMarked;
