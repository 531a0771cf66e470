// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * Publishes the request body as one buffer, and then reports the time of the send to the exchange. Each attempt to send the request
 * subscribes once.
 */
final class JdkRequestBody implements HttpRequest.BodyPublisher {

    private final byte[] body;
    private final Exchange exchange;

    private JdkRequestBody(byte[] body, Exchange exchange) {
        this.body = body;
        this.exchange = exchange;
    }

    static HttpRequest.BodyPublisher of(byte[] body, Exchange exchange) {
        return new JdkRequestBody(body, exchange);
    }

    /**
     * Returns the length of the body. If the body is empty, this method also reports the time of the send: {@code java.net.http} calls it
     * when it writes the headers on an open connection, and does not subscribe to an empty body.
     */
    @Override
    public long contentLength() {
        if (body.length == 0) {
            exchange.sent(System.nanoTime());
        }
        return body.length;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Flow.Subscription() {
            private boolean handedOver;

            @Override
            public void request(long count) {
                if (!handedOver) {
                    handedOver = true;
                    subscriber.onNext(ByteBuffer.wrap(body));
                    subscriber.onComplete();
                    exchange.sent(System.nanoTime());
                }
            }

            @Override
            public void cancel() {
                handedOver = true;
            }
        });
    }
}
