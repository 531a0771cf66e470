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
 * What a server does when it is asked in a dialect.
 *
 * @param streamed what it answers token by token
 * @param whole what it answers at once
 * @param overHttp2 how many answers came over HTTP/2
 */
record ProbeFinding(Dialect dialect, Reply streamed, Reply whole, long overHttp2) {

    /** How long a server may take for a question, unless the user says so. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * Asks, streamed and not, and each once more where there is an answer: the first pays for the connection. A server that keeps silent
     * is asked once.
     *
     * @param counter counts the tokens that the server does not
     */
    static ProbeFinding of(
            Endpoints server, String url, Dialect dialect, InferenceRequest request, Optional<TokenCounter> counter) {
        Asked streamed = ask(server, url, dialect, true, request);
        Asked whole = streamed.reply.isTimeout() ? streamed : ask(server, url, dialect, false, request);
        return new ProbeFinding(
                dialect,
                counted(streamed.reply, counter),
                counted(whole.reply, counter),
                streamed.overHttp2 + whole.overHttp2);
    }

    private static Reply counted(Reply reply, Optional<TokenCounter> counter) {
        return counter.map(reply::countedBy).orElse(reply);
    }

    private record Asked(Reply reply, long overHttp2) {}

    private static Asked ask(
            Endpoints server, String url, Dialect dialect, boolean streaming, InferenceRequest request) {
        try (OpenAiBackend backend = server.asking(url, dialect, streaming, LIMIT)) {
            Reply first = Reply.of(backend, request);
            Reply last = first.response().isPresent() ? Reply.of(backend, request) : first;
            return new Asked(last, backend.transportCounts().overHttp2());
        }
    }

    /** Whether the server kept silent. */
    boolean isSilence() {
        return streamed.isTimeout();
    }

    /** Whether a run can use it, streamed or not. */
    boolean works() {
        return DialectSearch.works(dialect, streamed) || DialectSearch.works(dialect, whole);
    }

    /** The reply to show: streamed if that works. */
    Reply best() {
        return DialectSearch.works(dialect, streamed) ? streamed : whole;
    }

    /** Whether the server says what a request cost. */
    boolean saysUsage() {
        return saysUsage(best());
    }

    /** Whether it says so of whole answers, though not of the reply to show. */
    boolean saysUsageOnlyOfWholeAnswers() {
        return !saysUsage() && saysUsage(whole);
    }

    private static boolean saysUsage(Reply reply) {
        return reply.response()
                .filter(answer -> answer.usage().completion() >= 0)
                .isPresent();
    }
}
