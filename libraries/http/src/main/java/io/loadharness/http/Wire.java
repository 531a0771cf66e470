// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * The stamps of an exchange that all its answers share.
 *
 * @param taken when the transport began to see to the request
 * @param sent when the request was handed over
 * @param firstByte when the answer began
 */
record Wire(long taken, long sent, long firstByte) {}
