// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

/**
 * The increase of a counter within the window.
 *
 * @param increase from the last scrape before the window to the first one after it
 * @param perSecond the same for each second of the window that scrapes know of
 */
public record CounterSummary(double increase, double perSecond) {}
