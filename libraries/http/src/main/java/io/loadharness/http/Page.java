// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A page of a server, asked for and waited for, which the time limits of the transport bring to an end. */
final class Page implements ExchangeListener {

    private static final byte[] NO_BODY = {};
    private static final int MOST_BYTES = 16 << 20;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Bytes body = new Bytes(MOST_BYTES);
    private volatile int status;
    private volatile Optional<String> contentType = Optional.empty();
    private volatile long endNanos;
    private volatile @Nullable Failure failure;

    private Page() {}

    static Page of(HttpTransport transport, RequestHead head) {
        return of(transport, head, NO_BODY);
    }

    static Page of(HttpTransport transport, RequestHead head, byte[] sent) {
        Page page = new Page();
        transport.send(head, sent, page);
        page.ended.join();
        return page;
    }

    /** The status; 0 if none came. */
    int status() {
        return status;
    }

    /** Why it did not come whole; null if it did. */
    @Nullable
    Failure failure() {
        return failure;
    }

    /** What the server says that it is. */
    Optional<String> contentType() {
        return contentType;
    }

    /** When its end was read. */
    long endNanos() {
        return endNanos;
    }

    /** What came of it. */
    Bytes body() {
        return body;
    }

    @Override
    public void head(long nanos, ResponseHead head) {
        status = head.status();
        contentType = head.header("Content-Type");
    }

    @Override
    public void body(long nanos, byte[] bytes, int from, int to) {
        if (!body.append(bytes, from, to)) {
            throw FailureException.malformed("the page is larger than " + MOST_BYTES + " bytes");
        }
    }

    @Override
    public void end(long nanos) {
        endNanos = nanos;
        ended.complete(null);
    }

    @Override
    public void failed(long nanos, Failure why) {
        failure = why;
        ended.complete(null);
    }
}
