// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

/**
 * The values of a gauge in the scrapes within the window.
 *
 * @param mean the mean of the scraped values
 * @param max the maximum of the scraped values; the value can be higher between two scrapes
 */
public record GaugeSummary(double mean, double max) {}
