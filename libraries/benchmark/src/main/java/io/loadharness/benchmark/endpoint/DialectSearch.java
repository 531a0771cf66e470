// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.AnswerForm;
import io.loadharness.inference.InferenceRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out how a server can be asked: in the first way that works, those with token ids first. */
public final class DialectSearch {

    /** The order in which they are tried. */
    public static final List<Dialect> ORDER = List.of(
            Dialect.VLLM_CHAT,
            Dialect.VLLM_COMPLETIONS,
            Dialect.SGLANG_GENERATE,
            Dialect.LLAMA_CPP,
            Dialect.OPENAI_CHAT,
            Dialect.OPENAI_COMPLETIONS);

    private static final Set<Dialect> WITHOUT_IDS = Set.of(Dialect.OPENAI_CHAT, Dialect.OPENAI_COMPLETIONS);

    /**
     * A way that works.
     *
     * @param reply what the server answered
     */
    public record Found(Dialect dialect, Reply reply) {

        /** What a user wants to know of it. */
        public String sentence(String url) {
            String counted = reply.hasIds()
                    ? " with token ids"
                    : reply.hasTokenCount() ? " with usage, without token ids" : ", and nobody counts its tokens";
            return url + " answers as " + nameOf(dialect) + counted;
        }
    }

    private DialectSearch() {}

    /** In which form answers in a dialect can go back. */
    public static AnswerForm formOf(Dialect dialect) {
        return WITHOUT_IDS.contains(dialect) ? AnswerForm.TEXT : AnswerForm.TOKEN_IDS;
    }

    /**
     * Asks once in each way until one works, or the server keeps silent; only in those that the endpoints allow.
     *
     * @param limit to each question, unless the user sets one
     * @throws IOException if none works; says why
     */
    public static Found find(Endpoints server, String url, boolean streaming, InferenceRequest request, Duration limit)
            throws IOException {
        Map<Dialect, String> refusals = new EnumMap<>(Dialect.class);
        for (Dialect each : server.dialects()) {
            try (OpenAiBackend backend = server.asking(url, each, streaming, limit)) {
                Reply reply = Reply.of(backend, request);
                if (works(each, reply)) {
                    return new Found(each, reply);
                }
                refusals.put(each, reply.failure().map(Reply::said).orElse("no token ids in the answer"));
                if (reply.isTimeout()) {
                    break;
                }
            }
        }
        throw new IOException(url + " could not be asked: " + said(refusals));
    }

    /** Whether a reply is what a dialect promises. */
    public static boolean works(Dialect dialect, Reply reply) {
        return formOf(dialect) == AnswerForm.TOKEN_IDS
                ? reply.hasIds()
                : reply.response().isPresent();
    }

    /** Returns the name of a dialect as options and files spell it, such as {@code openai-chat}. */
    public static String nameOf(Dialect dialect) {
        return dialect.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String said(Map<Dialect, String> refusals) {
        return refusals.entrySet().stream()
                .map(each -> nameOf(each.getKey()) + ": " + each.getValue())
                .collect(Collectors.joining("; "));
    }
}
