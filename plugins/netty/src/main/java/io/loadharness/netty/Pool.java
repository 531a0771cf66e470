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

/** The connections of one worker to one server, and the requests that wait for a connection. Runs on the thread of the worker. */
final class Pool {

    private final NettyWorker worker;
    private final Connector connector;
    private final ServerOrigin origin;
    private final int maxConnections;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final List<SharedConnection> shared = new ArrayList<>();
    private final Map<NettyRequest, @Nullable Long> waitingSince = new LinkedHashMap<>();
    private int openConnections;
    private int attempts;
    private boolean asksForHttp2;

    Pool(NettyWorker worker, Connector connector, ServerOrigin origin, int maxConnections) {
        this.worker = worker;
        this.connector = connector;
        this.origin = origin;
        this.maxConnections = maxConnections;
        this.asksForHttp2 = connector.asksForHttp2(origin);
    }

    NettyWorker worker() {
        return worker;
    }

    ServerOrigin origin() {
        return origin;
    }

    byte[] scratch() {
        return worker.scratch();
    }

    /**
     * Sends a request over an available connection or over a new one. If neither is possible, the request waits until a connection is
     * available.
     */
    void send(NettyRequest request) {
        SharedConnection connectionWithRoom = connectionWithRoom();
        if (request.exchange().isEnded()) {
            request.setHolder(null);
        } else if (hasIdle()) {
            idle.removeLast().send(request);
        } else if (connectionWithRoom != null) {
            connectionWithRoom.send(request);
        } else if (canConnect()) {
            connect(request);
        } else {
            await(request);
        }
    }

    private boolean hasIdle() {
        while (!idle.isEmpty() && !idle.peekLast().isOpen()) {
            idle.removeLast();
        }
        return !idle.isEmpty();
    }

    private @Nullable SharedConnection connectionWithRoom() {
        for (SharedConnection each : shared) {
            if (each.hasRoom()) {
                return each;
            }
        }
        return null;
    }

    /** Returns true if a new connection may be opened. While an HTTP/2 connection is being opened, requests wait to share it. */
    private boolean canConnect() {
        return openConnections < maxConnections && !isConnectingHttp2();
    }

    private boolean isConnectingHttp2() {
        return asksForHttp2 && attempts > 0;
    }

    private void connect(NettyRequest request) {
        openConnections++;
        attempts++;
        new ConnectAttempt(connector, this, request, asksForHttp2).start();
    }

    private void await(NettyRequest request) {
        if (!isConnectingHttp2()) {
            worker.counters().waits();
        }
        waitingSince.put(request, isConnectingHttp2() ? null : System.nanoTime());
        request.setHolder(() -> waitingSince.remove(request));
    }

    /** Returns true if a request waits for a connection. */
    boolean hasWaiting() {
        return !waitingSince.isEmpty();
    }

    /** Sends waiting requests while connections are available. */
    void serve() {
        while (hasWaiting() && (hasIdle() || connectionWithRoom() != null || canConnect())) {
            send(removeFirst());
        }
    }

    private NettyRequest removeFirst() {
        Map.Entry<NettyRequest, @Nullable Long> first =
                waitingSince.entrySet().iterator().next();
        waitingSince.remove(first.getKey());
        if (first.getValue() != null) {
            worker.counters().waited(System.nanoTime() - first.getValue());
        }
        return first.getKey();
    }

    /** Called when an attempt has opened an HTTP/1.1 connection. */
    void connected(Connection made, NettyRequest request) {
        attempts--;
        asksForHttp2 = false;
        if (request.exchange().isEnded()) {
            keep(made);
        } else {
            made.send(request);
        }
        serve();
    }

    /** Called when an attempt has opened an HTTP/2 connection. */
    void http2Connected(SharedConnection made, NettyRequest request) {
        attempts--;
        shared.add(made);
        send(request);
        serve();
    }

    /** Called when an attempt found that the server does not support HTTP/2. */
    void http2Refused(NettyRequest request) {
        attempts--;
        openConnections--;
        asksForHttp2 = false;
        send(request);
        serve();
    }

    /**
     * Called when an attempt failed. Fails the request of the attempt. If the attempt was for HTTP/2 and no connection is open, also fails
     * all waiting requests.
     */
    void failed(NettyRequest request, Consumer<Exchange> why) {
        boolean wasHttp2 = isConnectingHttp2();
        attempts--;
        openConnections--;
        request.setHolder(null);
        why.accept(request.exchange());
        while (wasHttp2 && openConnections == 0 && hasWaiting()) {
            why.accept(removeFirst().exchange());
        }
        serve();
    }

    /** Called when a connection is idle and can be used again. */
    void keep(Connection connection) {
        idle.addLast(connection);
        serve();
    }

    /** Called when a connection is closed. */
    void forget(Connection connection) {
        openConnections--;
        idle.removeLastOccurrence(connection);
    }

    /** Called when a connection accepts no more requests. */
    void retire(SharedConnection connection) {
        shared.remove(connection);
    }

    /** Called when a connection is closed. */
    void forget(SharedConnection connection) {
        openConnections--;
        retire(connection);
        serve();
    }

    /**
     * Sends a request again if a retry is allowed. Called if the connection of the request was stale, or if the server did not process the
     * request. Returns true if the request is sent again.
     */
    boolean retry(NettyRequest request) {
        if (!request.takeRetry()) {
            return false;
        }
        worker.counters().staleRetry();
        if (asksForHttp2 || openConnections >= maxConnections) {
            send(request);
        } else {
            connect(request);
        }
        return true;
    }
}
