// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

/**
 * The resource usage of a server and its child processes.
 *
 * @param cpuSeconds the CPU time since the start of the processes
 * @param residentBytes the resident memory; shared memory counts once for each process
 */
public record ProcessSample(double cpuSeconds, long residentBytes) {}
