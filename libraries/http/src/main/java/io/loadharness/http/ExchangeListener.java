// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;

/**
 * Hears how an exchange goes: {@link #sent}, {@link #head}, {@link #body} any number of times, {@link #end}; or {@link #failed} at any point,
 * and nothing after it. The calls come one after the other, on a thread of the transport or, before {@link HttpTransport#send} returns, on
 * the one that sends; they must not block. The transport reads no more of this answer before a call has returned, which is all the back
 * pressure there is.
 *
 * <p>An exception thrown from here ends the exchange as failed and closes its connection.
 *
 * <p>Each stamp is {@link System#nanoTime()} of the moment when the bytes were read from or handed to the socket, or as close to it as the
 * transport can see, and never earlier.
 */
public interface ExchangeListener {

    /** A thread of the transport began to see to the request. Told just before {@link #sent}; may be left out. */
    default void taken(long nanos) {}

    /** The request was handed to the network. Told together with what comes next; may be left out. */
    default void sent(long nanos) {}

    /** The answer has begun. */
    void head(long nanos, ResponseHead head);

    /**
     * A piece of the body came, freed of any transfer encoding.
     *
     * @param bytes holds the piece in {@code [from, to)}, only until this method returns
     */
    void body(long nanos, byte[] bytes, int from, int to);

    /** The answer is complete as far as HTTP can tell. */
    void end(long nanos);

    /** There is no answer, or no more of it. */
    void failed(long nanos, Failure failure);
}
