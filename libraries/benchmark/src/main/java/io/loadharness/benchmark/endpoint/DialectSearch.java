// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseForm;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Detects the API dialect of a server. Tries the dialects with token ids, then the other dialects, and selects the first dialect that
 * works.
 */
public final class DialectSearch {

    /** The default order of dialects to try. */
    public static final List<Dialect> ORDER = List.of(
            Dialect.VLLM_CHAT,
            Dialect.VLLM_COMPLETIONS,
            Dialect.SGLANG_GENERATE,
            Dialect.LLAMA_CPP,
            Dialect.OPENAI_CHAT,
            Dialect.OPENAI_COMPLETIONS);

    private static final Set<Dialect> WITHOUT_IDS = Set.of(Dialect.OPENAI_CHAT, Dialect.OPENAI_COMPLETIONS);

    /**
     * A dialect that works.
     *
     * @param reply the response to the request
     */
    public record Found(Dialect dialect, Reply reply) {

        /** Returns a message about the dialect for the user. */
        public String sentence(String url) {
            String counted = reply.hasIds()
                    ? " with token ids"
                    : reply.hasTokenCount() ? " with token counts, without token ids" : ", without token counts";
            return url + " uses the dialect " + nameOf(dialect) + counted;
        }
    }

    private DialectSearch() {}

    /** Returns the form of responses in a dialect: token ids or text. */
    public static ResponseForm formOf(Dialect dialect) {
        return WITHOUT_IDS.contains(dialect) ? ResponseForm.TEXT : ResponseForm.TOKEN_IDS;
    }

    /**
     * Sends one request in each dialect that the endpoints allow, until a dialect works or the server times out.
     *
     * @param limit the time limit of each request. The request timeout of the endpoints also applies
     * @throws IOException if no dialect works; the message gives the reason for each dialect
     */
    public static Found find(Endpoints server, String url, boolean streaming, InferenceRequest request, Duration limit)
            throws IOException, InterruptedException {
        Map<Dialect, String> rejections = new EnumMap<>(Dialect.class);
        for (Dialect each : server.dialects()) {
            try (OpenAiBackend backend = server.backend(url, each, streaming)) {
                Reply reply = Reply.of(backend, request, limit);
                if (works(each, reply)) {
                    return new Found(each, reply);
                }
                rejections.put(
                        each,
                        reply.failure().map(Reply::describe).orElse("the response has no token ids")
                                + reply.limitSetting());
                if (reply.isTimeout()) {
                    break;
                }
            }
        }
        throw new IOException("no API dialect works at " + url + ": " + describe(rejections));
    }

    /** Returns true if the reply matches the dialect. If the dialect requires token ids, the reply must contain them. */
    public static boolean works(Dialect dialect, Reply reply) {
        return formOf(dialect) == ResponseForm.TOKEN_IDS
                ? reply.hasIds()
                : reply.response().isPresent();
    }

    /** Returns the name of a dialect in options and files, such as {@code openai-chat}. */
    public static String nameOf(Dialect dialect) {
        return dialect.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String describe(Map<Dialect, String> rejections) {
        return rejections.entrySet().stream()
                .map(each -> nameOf(each.getKey()) + ": " + each.getValue())
                .collect(Collectors.joining("; "));
    }
}
