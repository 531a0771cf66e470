// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.Health;
import java.io.IOException;
import java.util.List;

/** Asks a server whether it is ready, by its health page, or by its list of models if it has none; and for that list; posts to other pages. */
final class ServerCheck {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final HttpTransport transport;
    private final RequestHead health;
    private final RequestHead models;

    ServerCheck(HttpTransport transport, RequestHead health, RequestHead models) {
        this.transport = transport;
        this.health = health;
        this.models = models;
    }

    Health health(SecretFilter secrets) {
        Page page = Page.of(transport, health);
        if (page.status() == NOT_FOUND) {
            page = Page.of(transport, models);
        }
        if (page.failure() != null) {
            return Health.notReady(secrets.strike(page.failure()).message());
        }
        return page.status() == OK ? Health.ready("") : Health.notReady("HTTP status " + page.status());
    }

    void post(RequestHead page, byte[] body, SecretFilter secrets) throws IOException {
        Page answer = Page.of(transport, page, body);
        if (answer.failure() != null) {
            throw new UnansweredException(secrets.strike(answer.failure()).message());
        }
        if (answer.status() / 100 != 2) {
            throw new IOException("HTTP status " + answer.status());
        }
    }

    List<String> models(SecretFilter secrets) throws IOException {
        Page page = Page.of(transport, models);
        if (page.failure() != null) {
            throw new IOException(secrets.strike(page.failure()).message());
        }
        if (page.status() != OK) {
            throw new IOException("HTTP status " + page.status());
        }
        try {
            List<String> names = ModelList.read(page.body());
            if (names.stream().anyMatch(secrets::areIn)) {
                throw FailureException.malformed("a model is named like a secret that is sent");
            }
            return names;
        } catch (FailureException e) {
            throw new IOException(secrets.strike(e.failure()).message(), e);
        }
    }
}
