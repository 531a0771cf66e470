// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

/**
 * The increase of a counter within the window of the metrics: the window that LoadGen measured, or the whole run.
 *
 * @param increase the increase from the last scrape before the window to the first scrape that was sent after the window
 * @param perSecond the increase per second in the part of the window that scrapes cover
 */
public record CounterSummary(double increase, double perSecond) {}
