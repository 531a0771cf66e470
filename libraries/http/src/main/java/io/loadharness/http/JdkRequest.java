// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/** A request with a cached head and its own body. */
final class JdkRequest extends HttpRequest {

    private final HttpRequest head;
    private final BodyPublisher body;

    JdkRequest(HttpRequest head, BodyPublisher body) {
        this.head = head;
        this.body = body;
    }

    @Override
    public Optional<BodyPublisher> bodyPublisher() {
        return Optional.of(body);
    }

    @Override
    public String method() {
        return head.method();
    }

    @Override
    public Optional<Duration> timeout() {
        return head.timeout();
    }

    @Override
    public boolean expectContinue() {
        return head.expectContinue();
    }

    @Override
    public URI uri() {
        return head.uri();
    }

    @Override
    public Optional<HttpClient.Version> version() {
        return head.version();
    }

    @Override
    public HttpHeaders headers() {
        return head.headers();
    }
}
