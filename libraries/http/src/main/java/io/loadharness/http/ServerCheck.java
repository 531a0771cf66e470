// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Health;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Blocking requests to a server: readiness checks, the list of models, and POST requests. A readiness check uses the health endpoint, or
 * the list of models if the server has no health endpoint.
 */
final class ServerCheck {

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final HttpTransport transport;
    private final RequestHead health;
    private final RequestHead models;
    private final Function<String, Health> unknownHost;

    /** @param unknownHost returns the health of a server whose host is unknown; receives the reason */
    ServerCheck(HttpTransport transport, RequestHead health, RequestHead models, Function<String, Health> unknownHost) {
        this.transport = transport;
        this.health = health;
        this.models = models;
        this.unknownHost = unknownHost;
    }

    Health health(SecretFilter secrets) {
        BlockingExchange exchange = BlockingExchange.of(transport, health);
        if (exchange.status() == NOT_FOUND) {
            exchange = BlockingExchange.of(transport, models);
        }
        Failure failure = exchange.failure();
        if (failure != null) {
            String message = secrets.redact(failure).message();
            if (ConnectFailures.isUnknownHost(failure)) {
                return unknownHost.apply(message);
            }
            return ConnectFailures.isWrongCertificate(failure) ? Health.unusable(message) : Health.notReady(message);
        }
        if (exchange.status() == UNAUTHORIZED) {
            return Health.unusable("HTTP status 401, the server requires a valid token");
        }
        if (exchange.status() == FORBIDDEN) {
            return Health.unusable("HTTP status 403, the server refuses access");
        }
        return exchange.status() == OK ? Health.ready("") : Health.notReady("HTTP status " + exchange.status());
    }

    void post(RequestHead head, byte[] body, SecretFilter secrets) throws IOException {
        BlockingExchange exchange = BlockingExchange.of(transport, head, body);
        if (exchange.failure() != null) {
            throw new NoResponseException(secrets.redact(exchange.failure()).message());
        }
        if (exchange.status() / 100 != 2) {
            throw new IOException("HTTP status " + exchange.status());
        }
    }

    List<String> models(SecretFilter secrets) throws IOException {
        BlockingExchange exchange = BlockingExchange.of(transport, models);
        if (exchange.failure() != null) {
            throw new IOException(secrets.redact(exchange.failure()).message());
        }
        if (exchange.status() != OK) {
            throw new IOException("HTTP status " + exchange.status());
        }
        try {
            List<String> names = ModelList.read(exchange.body());
            if (names.stream().anyMatch(secrets::matches)) {
                throw FailureException.malformed("the name of a model contains a secret");
            }
            return names;
        } catch (FailureException e) {
            throw new IOException(secrets.redact(e.failure()).message(), e);
        }
    }
}
