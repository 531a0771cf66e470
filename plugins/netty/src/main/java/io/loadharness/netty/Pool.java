// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.Exchange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connections of one lane to one server, and the calls that wait for one. On the thread of the lane. */
final class Pool {

    private final Lane lane;
    private final Connector connector;
    private final ServerOrigin origin;
    private final int most;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final List<SharedConnection> shared = new ArrayList<>();
    private final Map<Call, @Nullable Long> waitingSince = new LinkedHashMap<>();
    private int open;
    private int attempts;
    private boolean asksForHttp2;

    Pool(Lane lane, Connector connector, ServerOrigin origin, int most) {
        this.lane = lane;
        this.connector = connector;
        this.origin = origin;
        this.most = most;
        this.asksForHttp2 = connector.asksForHttp2(origin);
    }

    Lane lane() {
        return lane;
    }

    ServerOrigin origin() {
        return origin;
    }

    byte[] scratch() {
        return lane.scratch();
    }

    /** Sends a call over a connection that is free, over a new one, or over the first that becomes free. */
    void send(Call call) {
        SharedConnection withRoom = withRoom();
        if (call.exchange().isEnded()) {
            call.isOn(null);
        } else if (hasIdle()) {
            idle.removeLast().send(call);
        } else if (withRoom != null) {
            withRoom.send(call);
        } else if (mayConnect()) {
            connect(call);
        } else {
            await(call);
        }
    }

    private boolean hasIdle() {
        while (!idle.isEmpty() && !idle.peekLast().isOpen()) {
            idle.removeLast();
        }
        return !idle.isEmpty();
    }

    private @Nullable SharedConnection withRoom() {
        for (SharedConnection each : shared) {
            if (each.hasRoom()) {
                return each;
            }
        }
        return null;
    }

    /** What may be shared is worth waiting for. */
    private boolean mayConnect() {
        return open < most && !isMakingOneToShare();
    }

    private boolean isMakingOneToShare() {
        return asksForHttp2 && attempts > 0;
    }

    private void connect(Call call) {
        open++;
        attempts++;
        new ConnectAttempt(connector, this, call, asksForHttp2).start();
    }

    private void await(Call call) {
        if (!isMakingOneToShare()) {
            lane.counters().waits();
        }
        waitingSince.put(call, isMakingOneToShare() ? null : System.nanoTime());
        call.isOn(() -> waitingSince.remove(call));
    }

    /** Whether a call waits for a connection. */
    boolean isAwaited() {
        return !waitingSince.isEmpty();
    }

    /** Sends what waits, as far as there are connections. */
    void serve() {
        while (isAwaited() && (hasIdle() || withRoom() != null || mayConnect())) {
            send(removeFirst());
        }
    }

    private Call removeFirst() {
        Map.Entry<Call, @Nullable Long> first =
                waitingSince.entrySet().iterator().next();
        waitingSince.remove(first.getKey());
        if (first.getValue() != null) {
            lane.counters().waited(System.nanoTime() - first.getValue());
        }
        return first.getKey();
    }

    /** An attempt brought a connection for one call at a time. */
    void connected(Connection made, Call call) {
        attempts--;
        asksForHttp2 = false;
        if (call.exchange().isEnded()) {
            keep(made);
        } else {
            made.send(call);
        }
        serve();
    }

    /** An attempt brought a connection for many calls. */
    void agreed(SharedConnection made, Call call) {
        attempts--;
        shared.add(made);
        send(call);
        serve();
    }

    /** An attempt found that the server does not speak HTTP/2. */
    void speaksHttp1(Call call) {
        attempts--;
        open--;
        asksForHttp2 = false;
        send(call);
        serve();
    }

    /** An attempt brought nothing; so learn the call for which it was made and those that waited for the same. */
    void failed(Call call, Consumer<Exchange> why) {
        boolean wasToShare = isMakingOneToShare();
        attempts--;
        open--;
        call.isOn(null);
        why.accept(call.exchange());
        while (wasToShare && open == 0 && isAwaited()) {
            why.accept(removeFirst().exchange());
        }
        serve();
    }

    /** The connection has nothing to do and can be used again. */
    void keep(Connection connection) {
        idle.addLast(connection);
        serve();
    }

    /** The connection is closed. */
    void forget(Connection connection) {
        open--;
        idle.removeLastOccurrence(connection);
    }

    /** The connection takes no more calls. */
    void retire(SharedConnection connection) {
        shared.remove(connection);
    }

    /** The connection is closed. */
    void forget(SharedConnection connection) {
        open--;
        retire(connection);
        serve();
    }

    /** A call met a connection that no longer takes calls, and nobody has read it; returns whether it is sent once more. */
    boolean retry(Call call) {
        if (!call.takeRetry()) {
            return false;
        }
        lane.counters().staleRetry();
        if (asksForHttp2 || open >= most) {
            send(call);
        } else {
            connect(call);
        }
        return true;
    }
}
