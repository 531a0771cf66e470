package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Health;
import java.util.concurrent.CompletableFuture;

/** Asks a server whether it is ready: by its health page, or by its list of models if it has none. */
final class ServerCheck {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final byte[] NO_BODY = {};

    private final HttpTransport transport;
    private final RequestHead health;
    private final RequestHead models;

    ServerCheck(HttpTransport transport, RequestHead health, RequestHead models) {
        this.transport = transport;
        this.health = health;
        this.models = models;
    }

    Health health(Secrets secrets) {
        Status status = ask(health);
        if (status.code() == NOT_FOUND) {
            status = ask(models);
        }
        if (status.failure() != null) {
            return Health.notReady(secrets.strike(status.failure()).message());
        }
        return status.code() == OK ? Health.ready("") : Health.notReady("HTTP status " + status.code());
    }

    private Status ask(RequestHead head) {
        Status status = new Status();
        transport.send(head, NO_BODY, status);
        status.ended.join();
        return status;
    }

    /** Keeps the status and lets the body pass. */
    private static final class Status implements ExchangeListener {

        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile int code;
        private volatile Failure failure;

        int code() {
            return code;
        }

        Failure failure() {
            return failure;
        }

        @Override
        public void head(long nanos, ResponseHead head) {
            code = head.status();
        }

        @Override
        public void body(long nanos, byte[] bytes, int from, int to) {}

        @Override
        public void end(long nanos) {
            ended.complete(null);
        }

        @Override
        public void failed(long nanos, Failure why) {
            failure = why;
            ended.complete(null);
        }
    }
}
