// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * A factory for one kind of transport. {@link java.util.ServiceLoader} finds the factory.
 *
 * <pre>{@code
 * public final class MyTransportProvider implements HttpTransportProvider {
 *     public String name() { return "mine"; }
 *     public int preference() { return -1; } // used only by name
 *     public HttpTransport open(TransportOptions options) { return new MyTransport(options); }
 * }
 * }</pre>
 */
public interface HttpTransportProvider {

    /** Returns the name by which users select the transport, such as {@code jdk} or {@code netty}. */
    String name();

    /**
     * Returns the preference. If no name is selected, the transport with the highest preference is used. The transport over
     * {@code java.net.http} has the preference 0.
     */
    int preference();

    /**
     * Returns true if the transport supports an HTTP version. If not, {@link HttpTransport#open(TransportOptions)} does not select the
     * transport for that version.
     */
    default boolean supports(HttpVersion version) {
        return true;
    }

    /**
     * Opens a transport. The caller closes the transport.
     *
     * @throws IllegalArgumentException if the transport does not support an option
     */
    HttpTransport open(TransportOptions options);
}
