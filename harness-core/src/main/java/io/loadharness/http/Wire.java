package io.loadharness.http;

/**
 * The stamps of an exchange that all its answers share.
 *
 * @param sent when the request was handed over
 * @param firstByte when the answer began
 */
record Wire(long sent, long firstByte) {}
