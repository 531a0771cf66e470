// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;

/**
 * Receives the events of an exchange in this order: {@link #dequeued}, {@link #sent}, {@link #head}, {@link #body} any number of times,
 * {@link #end}. If the transport detects the end of a write late, {@link #dequeued} and {@link #sent} are just before {@link #end}. A call
 * of {@link #failed} can occur at any point and is the last call. The calls are sequential. The calls run on a thread of the transport or,
 * before {@link HttpTransport#send} returns, on the thread that sends the request. Implementations must not block. During a call, the
 * transport does not read more of this response. A listener cannot slow the transport down in another way.
 *
 * <p>An exception thrown by a method fails the exchange and closes its connection.
 *
 * <p>Each timestamp is the {@link System#nanoTime()} at which bytes were read from or written to the socket. If the transport cannot
 * observe this time, it passes the closest later time.
 *
 * <pre>{@code
 * final class StatusPrinter implements ExchangeListener {
 *     public void head(long nanos, ResponseHead head) { System.out.println(head.status()); }
 *     public void body(long nanos, byte[] bytes, int from, int to) {}
 *     public void end(long nanos) {}
 *     public void failed(long nanos, Failure failure) { System.out.println(failure.message()); }
 * }
 * }</pre>
 */
public interface ExchangeListener {

    /**
     * Called just before {@link #sent}, with the time at which a thread of the transport dequeued the request. Transports may omit this
     * call.
     */
    default void dequeued(long nanos) {}

    /**
     * Called just before {@link #head}, {@link #end} or {@link #failed}, with the time at which the request was written to the network.
     * Transports may omit this call.
     */
    default void sent(long nanos) {}

    /** Called at the start of the response. */
    void head(long nanos, ResponseHead head);

    /**
     * Called for each part of the body, without transfer encoding.
     *
     * @param bytes an array with the part in {@code [from, to)}, valid only until this method returns
     */
    void body(long nanos, byte[] bytes, int from, int to);

    /** Called when the response is complete according to HTTP. */
    void end(long nanos);

    /** Called when the exchange failed: the response is missing, incomplete or not valid. */
    void failed(long nanos, Failure failure);
}
