// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.util.Optional;

/**
 * A connected worker.
 *
 * @param rank the number of the worker, starting at 0
 * @param host the name of its machine
 * @param processId its process id on that machine
 * @param javaVersion its Java version
 * @param before the offset of its clock before the run
 * @param after the offset of its clock after the run; empty if it was not measured
 */
public record WorkerDescription(
        int rank, String host, long processId, String javaVersion, ClockOffset before, Optional<ClockOffset> after) {}
