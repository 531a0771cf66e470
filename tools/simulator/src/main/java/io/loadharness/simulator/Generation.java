// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The simulated completion of a prompt. The completion depends only on the prompt, the seed and the limits. Each token can be computed
 * without the tokens before it.
 */
final class Generation {

    private static final int NO_CLIP = Integer.MAX_VALUE;

    private final long key;
    private final int count;
    private final boolean stopped;
    /** The number of bytes of text before the stop string; {@link #NO_CLIP} if no stop string ended the completion. */
    private final int clip;

    private Generation(long key, int count, boolean stopped, int clip) {
        this.key = key;
        this.count = count;
        this.stopped = stopped;
        this.clip = clip;
    }

    static Generation of(int[] prompt, GenerateRequest request, OutputLength lengths, int maxLength, long serverSeed) {
        long key =
                SplitMix.of(Arrays.hashCode(prompt) + SplitMix.of(request.seed().orElse(serverSeed)));
        int natural = request.ignoreEos() ? Integer.MAX_VALUE : Math.max(lengths.of(key), request.minTokens());
        int limit = Math.min(request.maxTokens().orElse(Integer.MAX_VALUE), maxLength - prompt.length);
        return upToStop(key, Math.min(natural, limit), natural <= limit, request.stop());
    }

    /** Returns a completion without tokens. */
    static Generation empty() {
        return new Generation(0, 0, true, NO_CLIP);
    }

    private static Generation upToStop(long key, int count, boolean stopped, List<String> stop) {
        Generation whole = new Generation(key, count, stopped, NO_CLIP);
        if (stop.isEmpty()) {
            return whole;
        }
        AsciiBytes bytes = new AsciiBytes();
        whole.appendText(bytes, 0, count);
        String text = bytes.toString();
        int first = stop.stream()
                .mapToInt(text::indexOf)
                .filter(at -> at >= 0)
                .min()
                .orElse(-1);
        if (first < 0) {
            return whole;
        }
        String hit =
                stop.stream().filter(s -> text.startsWith(s, first)).findFirst().orElseThrow();
        int end = utf8(text.substring(0, first + hit.length()));
        bytes.clear();
        int tokens = 0;
        while (bytes.length() < end) {
            SimulatedVocabulary.append(bytes, whole.token(tokens++));
        }
        return new Generation(key, tokens, true, utf8(text.substring(0, first)));
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    int count() {
        return count;
    }

    /** Returns true if the completion ended at its random length or at a stop string. Returns false if it ended at a token limit. */
    boolean stopped() {
        return stopped;
    }

    int token(int position) {
        return SimulatedVocabulary.random(SplitMix.at(key, position));
    }

    /** Appends a JSON array with the ids of some tokens. */
    void appendIds(AsciiBytes out, int from, int to) {
        out.add('[');
        for (int i = from; i < to; i++) {
            if (i > from) {
                out.add(',');
            }
            out.number(token(i));
        }
        out.add(']');
    }

    /** Appends the text of some tokens as UTF-8. The text needs no escapes in JSON. */
    void appendText(AsciiBytes out, int from, int to) {
        if (clip == NO_CLIP) {
            for (int i = from; i < to; i++) {
                SimulatedVocabulary.append(out, token(i));
            }
            return;
        }
        int start = out.length();
        int skipped = 0;
        for (int i = 0; i < to; i++) {
            SimulatedVocabulary.append(out, token(i));
            if (i < from) {
                skipped += out.length() - start;
                out.truncate(start);
            }
        }
        out.truncate(Math.max(start, Math.min(out.length(), start + clip - skipped)));
    }
}
