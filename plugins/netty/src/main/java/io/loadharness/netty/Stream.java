// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import org.jspecify.annotations.Nullable;

/** A call on a connection that it shares with others. On the thread of the lane. */
final class Stream implements Carrier {

    private final SharedConnection connection;
    private final int id;
    private final long readsBefore;
    private @Nullable Call call;
    private boolean hasAnswered;

    Stream(SharedConnection connection, int id, long readsBefore, Call call) {
        this.connection = connection;
        this.id = id;
        this.readsBefore = readsBefore;
        this.call = call;
        call.isOn(this);
    }

    int id() {
        return id;
    }

    /** How often the connection had been read when the call was sent. */
    long readsBefore() {
        return readsBefore;
    }

    /** Null once it has ended. */
    @Nullable
    Call call() {
        return call;
    }

    boolean hasAnswered() {
        return hasAnswered;
    }

    void answers() {
        hasAnswered = true;
    }

    /** Ends it; null if it had. */
    @Nullable
    Call release() {
        Call released = call;
        call = null;
        if (released != null) {
            released.isOn(null);
        }
        return released;
    }

    @Override
    public void giveUp() {
        release();
        connection.cancel(this);
    }
}
