package io.loadharness.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/** A head that was checked once, with a body of its own. To build each request anew would check and sort the headers each time. */
final class JdkRequest extends HttpRequest {

    private final HttpRequest head;
    private final BodyPublisher body;

    private JdkRequest(HttpRequest head, BodyPublisher body) {
        this.head = head;
        this.body = body;
    }

    static HttpRequest of(HttpRequest head, BodyPublisher body) {
        return new JdkRequest(head, body);
    }

    /** Checks a head and makes a request without a body of it. */
    static HttpRequest head(RequestHead head) {
        HttpRequest.Builder request = HttpRequest.newBuilder(head.uri()).method(head.method(), BodyPublishers.noBody());
        head.headers().forEach(request::header);
        return request.build();
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
