// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import org.jspecify.annotations.Nullable;

/** A stream of an HTTP/2 connection, with its request. Runs on the thread of the worker. */
final class Stream implements RequestHolder {

    private final SharedConnection connection;
    private final int id;
    private final long readsBefore;
    private @Nullable NettyRequest request;
    private boolean hasResponse;

    Stream(SharedConnection connection, int id, long readsBefore, NettyRequest request) {
        this.connection = connection;
        this.id = id;
        this.readsBefore = readsBefore;
        this.request = request;
        request.setHolder(this);
    }

    int id() {
        return id;
    }

    /** Returns the number of reads from the connection before the request was sent. */
    long readsBefore() {
        return readsBefore;
    }

    /** Returns the request; null after {@link #release}. */
    @Nullable
    NettyRequest request() {
        return request;
    }

    boolean hasResponse() {
        return hasResponse;
    }

    void markResponse() {
        hasResponse = true;
    }

    /** Detaches the request and returns it; returns null if it was detached before. */
    @Nullable
    NettyRequest release() {
        NettyRequest released = request;
        request = null;
        if (released != null) {
            released.setHolder(null);
        }
        return released;
    }

    @Override
    public void cancel() {
        release();
        connection.cancel(this);
    }
}
