// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.List;

/**
 * The result of a {@link RunWatch}. Immutable.
 *
 * @param clientLimited reasons why the load generator, and not the system under test, was the bottleneck; they count only in a run that
 *     measures performance
 * @param others further reasons why the run is not valid although every sample was answered
 */
public record ClientVerdict(List<Reason> clientLimited, List<Reason> others) {

    /** A verdict without any reason. */
    public static final ClientVerdict CLEAR = new ClientVerdict(List.of(), List.of());

    public ClientVerdict {
        clientLimited = List.copyOf(clientLimited);
        others = List.copyOf(others);
    }
}
