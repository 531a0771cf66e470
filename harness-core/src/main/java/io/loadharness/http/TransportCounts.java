package io.loadharness.http;

/**
 * What a transport did.
 *
 * @param exchanges how many it began
 * @param staleRetries how many it sent once more because a kept connection was closed before the first byte of the answer
 */
public record TransportCounts(long exchanges, long staleRetries) {}
