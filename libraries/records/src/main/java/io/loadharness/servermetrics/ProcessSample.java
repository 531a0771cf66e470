// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

/**
 * What a server and the processes that it started take of the machine.
 *
 * @param cpuSeconds the time of processors, since they started
 * @param residentBytes memory that they hold now; what several share counts for each
 */
public record ProcessSample(double cpuSeconds, long residentBytes) {}
