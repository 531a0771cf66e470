// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.List;

/**
 * The result of a {@link RunMonitor}. Immutable.
 *
 * @param clientLimited reasons why the load generator, and not the system under test, was the bottleneck; ignored in a run that does not
 *     measure performance
 * @param others reasons other than the speed of the load generator, for example unexpected bytes from a server
 */
public record ClientVerdict(List<Reason> clientLimited, List<Reason> others) {

    /** A verdict without reasons. */
    public static final ClientVerdict CLEAR = new ClientVerdict(List.of(), List.of());

    public ClientVerdict {
        clientLimited = List.copyOf(clientLimited);
        others = List.copyOf(others);
    }
}
