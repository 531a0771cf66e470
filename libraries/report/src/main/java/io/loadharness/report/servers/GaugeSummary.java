// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

/**
 * The values of a gauge in the scrapes within the window.
 *
 * @param mean of the scrapes
 * @param max of the scrapes; a higher value between two scrapes is not seen
 */
public record GaugeSummary(double mean, double max) {}
