// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * The timestamps of an exchange, which all its choices share.
 *
 * @param dequeued the time at which the transport dequeued the request
 * @param sent the time at which the request was written to the network
 * @param firstByte the time at which the response started
 */
record ExchangeTimes(long dequeued, long sent, long firstByte) {}
