// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.inference.Tensor;
import io.loadharness.inference.Tokenizer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a computation of scores.
 *
 * @param targets the file of the targets
 * @param column the column of the targets; empty to find it by its name
 * @param type the type of the numbers in the responses; empty for the default of the metric
 * @param tokenizer the tokenizer that converts token ids to text; empty if the responses are text or numbers
 */
public record ScoringInput(
        Path targets, Optional<String> column, Optional<Tensor.Type> type, Optional<Tokenizer> tokenizer) {

    public ScoringInput {
        Objects.requireNonNull(targets, "targets");
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(tokenizer, "tokenizer");
    }

    /**
     * Returns a response as text. With a tokenizer, the response contains token ids, by default of type {@code int32}. Otherwise, it
     * contains UTF-8.
     *
     * @throws AccuracyException if the response is not text, or the tokenizer does not have one of its ids
     */
    public String text(LoggedAnswer answer) throws AccuracyException {
        return tokenizer.isPresent() ? decoded(answer, tokenizer.get()) : utf8(answer);
    }

    private String decoded(LoggedAnswer answer, Tokenizer decoder) throws AccuracyException {
        Tensor.Type ids = type.orElse(Tensor.Type.INT32);
        int[] all = new int[answer.count(ids)];
        for (int i = 0; i < all.length; i++) {
            all[i] = (int) answer.number(ids, i);
        }
        try {
            return decoder.decode(all);
        } catch (IllegalArgumentException e) {
            throw new AccuracyException(
                    answer.place() + ": the tokenizer cannot decode the response to sample " + answer.sample()
                            + " as token ids of type " + ids + ": " + e.getMessage(),
                    e);
        }
    }

    private static String utf8(LoggedAnswer answer) throws AccuracyException {
        ByteBuffer data = answer.data();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(data).toString();
        } catch (CharacterCodingException e) {
            throw new AccuracyException(
                    answer.place() + ": the response to sample " + answer.sample() + " is not text in UTF-8: if it"
                            + " contains token ids, give the tokenizer of the model",
                    e);
        }
    }
}
