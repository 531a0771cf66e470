// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.probe;

import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.benchmark.endpoint.Reply;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.TokenCounter;
import java.time.Duration;
import java.util.Optional;

/**
 * The replies of a server to requests in a dialect.
 *
 * @param streamed the reply to a streamed request
 * @param whole the reply to a request without streaming
 * @param overHttp2 the number of responses over HTTP/2
 */
record ProbeFinding(Dialect dialect, Reply streamed, Reply whole, long overHttp2) {

    /** The maximum time of a request, unless {@code --request-timeout} is given. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * Sends one request with streaming and one without streaming. Sends a successful request again, because the latency of the
     * first one includes opening the connection. If the streamed request times out, no other request is sent.
     *
     * @param counter counts the tokens of responses without a token count; empty if no tokenizer is given
     */
    static ProbeFinding of(
            Endpoints server, String url, Dialect dialect, InferenceRequest request, Optional<TokenCounter> counter)
            throws InterruptedException {
        Trial streamed = send(server, url, dialect, true, request);
        Trial whole = streamed.reply.isTimeout() ? streamed : send(server, url, dialect, false, request);
        return new ProbeFinding(
                dialect,
                counted(streamed.reply, counter),
                counted(whole.reply, counter),
                streamed.overHttp2 + whole.overHttp2);
    }

    private static Reply counted(Reply reply, Optional<TokenCounter> counter) {
        return counter.map(reply::countedBy).orElse(reply);
    }

    private record Trial(Reply reply, long overHttp2) {}

    private static Trial send(
            Endpoints server, String url, Dialect dialect, boolean streaming, InferenceRequest request)
            throws InterruptedException {
        try (OpenAiBackend backend = server.backend(url, dialect, streaming)) {
            Duration limit = server.probeLimit(LIMIT);
            Reply first = Reply.of(backend, request, limit);
            Reply last = first.response().isPresent() ? Reply.of(backend, request, limit) : first;
            return new Trial(last, backend.transportCounts().overHttp2());
        }
    }

    /** Returns true if the server did not respond in time. */
    boolean isTimeout() {
        return streamed.isTimeout();
    }

    /** Returns true if a run can use the dialect, with or without streaming. */
    boolean isUsable() {
        return DialectSearch.works(dialect, streamed) || DialectSearch.works(dialect, whole);
    }

    /** Returns the reply to show: the streamed reply if it is usable, otherwise the reply without streaming. */
    Reply best() {
        return DialectSearch.works(dialect, streamed) ? streamed : whole;
    }

    /** Returns true if the reply that {@link #best} returns contains token counts (usage). */
    boolean hasUsage() {
        return hasUsage(best());
    }

    /** Returns true if the server returns token counts (usage) without streaming, but not with streaming. */
    boolean hasUsageOnlyWithoutStreaming() {
        return !hasUsage() && hasUsage(whole);
    }

    private static boolean hasUsage(Reply reply) {
        return reply.response()
                .filter(response -> response.usage().completion() >= 0)
                .isPresent();
    }
}
