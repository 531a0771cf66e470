// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** Opens transports of one kind. Found by {@link java.util.ServiceLoader}. */
public interface HttpTransportProvider {

    /** What users call the kind: {@code jdk}, {@code netty}. */
    String name();

    /** Which kind is taken if nobody chose: the highest. The one over {@code java.net.http} has 0. */
    int preference();

    /** Whether it speaks that HTTP. Who does not is not taken by preference when it is asked for. */
    default boolean speaks(HttpVersion version) {
        return true;
    }

    /**
     * Opens a transport, which whoever asked for it closes.
     *
     * @throws IllegalArgumentException if it cannot do what an option says
     */
    HttpTransport open(TransportOptions options);
}
