// SPDX-License-Identifier: Apache-2.0
/**
 * What the servers of a run said of themselves, within its window and beside what its client measured. Knows nothing of the formats of
 * reports.
 */
@NullMarked
package io.loadharness.report.servers;

import org.jspecify.annotations.NullMarked;
