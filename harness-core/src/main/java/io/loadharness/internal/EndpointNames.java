// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Comparator;
import java.util.Optional;

/** Names of endpoints to which several workers or slices send requests: {@code http://host:8000 @worker-2}. */
public final class EndpointNames {

    /** The order of workers with equal prefixes by their numbers: {@code worker-2} comes before {@code worker-10}. */
    public static final Comparator<String> BY_NUMBER =
            Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

    private static final String SEPARATOR = " @";

    private EndpointNames() {}

    /** Returns the name of an endpoint with the name of the worker or slice that sends requests to it. */
    public static String of(String server, String worker) {
        return server + SEPARATOR + worker;
    }

    /** Returns the worker or slice in the name of an endpoint; empty if this process sends the requests. */
    public static Optional<String> worker(String endpoint) {
        int at = endpoint.lastIndexOf(SEPARATOR);
        return at < 0 ? Optional.empty() : Optional.of(endpoint.substring(at + SEPARATOR.length()));
    }
}
