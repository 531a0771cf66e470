// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.Exchange;
import io.loadharness.http.RequestHead;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A request on its way through one lane, whose thread alone changes it. */
final class Call implements Runnable {

    private final Lane lane;
    private final Exchange exchange;
    private final RequestHead head;
    private final byte[] body;
    private boolean mayRetry;
    private @Nullable HeadBytes bytes;
    private @Nullable Carrier carrier;

    Call(Lane lane, Exchange exchange, RequestHead head, byte[] body, boolean mayRetry) {
        this.lane = lane;
        this.exchange = exchange;
        this.head = head;
        this.body = body;
        this.mayRetry = mayRetry;
    }

    Exchange exchange() {
        return exchange;
    }

    RequestHead head() {
        return head;
    }

    byte[] body() {
        return body;
    }

    /** Its head as it is sent. */
    HeadBytes bytes() {
        return Objects.requireNonNull(bytes, "the head was not made yet");
    }

    void isHeadedBy(HeadBytes made) {
        bytes = made;
    }

    /** Host and port, for messages. */
    String server() {
        return head.authority();
    }

    /** Whether it may be sent once more now; not twice. */
    boolean takeRetry() {
        boolean may = mayRetry && !exchange.isEnded() && !exchange.isAnswering();
        mayRetry = false;
        return may;
    }

    /** It is this carrier's matter now; null once it is nobody's. */
    void isOn(@Nullable Carrier now) {
        carrier = now;
    }

    /** Gives up. Called from any thread, when the exchange has failed. */
    @Override
    public void run() {
        try {
            lane.execute(() -> {
                if (carrier != null) {
                    carrier.giveUp();
                }
            });
        } catch (RejectedExecutionException closed) {
            // the event loop has closed its connections
        }
    }
}
