// SPDX-License-Identifier: Apache-2.0
/**
 * What a run came to, for people and for programs. A {@link io.loadharness.report.RunFolder} is what a run leaves behind; a
 * {@link io.loadharness.report.RunReport} is made from it, and every format from that.
 */
@NullMarked
package io.loadharness.report;

import org.jspecify.annotations.NullMarked;
