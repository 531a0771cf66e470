// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.internal.FinishReasons;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a complete response must satisfy. Truncated responses fail before these rules apply.
 *
 * @param form the form in which responses are returned to the load generator
 * @param tokensRequired true if the token count must be known and at least 1
 * @param counter the counter for responses without a token count; null if such responses are not counted
 */
record ResponseRules(
        ResponseForm form, boolean tokensRequired, @Nullable TokenCounter counter) {

    /** Counts the tokens of the response if the token count is unknown and there is a counter. */
    Response counted(Response response) {
        return counter == null ? response : response.countedBy(counter);
    }

    /**
     * Returns the failure of a response that is not usable, or null if it is usable.
     *
     * @param parameters the parameters of the request, which limit the number of tokens
     */
    @Nullable
    Failure failure(GenerationParameters parameters, Response response) {
        Failure aborted = FinishReasons.failure(response.finishReason());
        if (aborted != null) {
            return aborted;
        }
        int maxTokens = parameters.maxTokens().orElse(Integer.MAX_VALUE);
        if (isServerCount(response) && response.tokenCount() > maxTokens) {
            return malformed("the response has " + response.tokenCount() + " tokens, but the request allows at most "
                    + maxTokens);
        }
        int ids = response.output().tokenIds().length;
        boolean countsIds =
                response.tokenSource() == TokenSource.IDS || response.tokenSource() == TokenSource.CONTRADICTORY_USAGE;
        if (countsIds && ids > 0 && response.tokenCount() != ids) {
            return malformed("the response has " + ids + " token ids, but counts " + response.tokenCount() + " tokens");
        }
        int counted = response.usage().completion();
        if (response.tokenSource() == TokenSource.IDS && counted != Usage.UNKNOWN && counted != response.tokenCount()) {
            return malformed("the response has " + response.tokenCount() + " token ids, but its usage has " + counted
                    + " completion tokens");
        }
        if (form == ResponseForm.TOKEN_IDS && ids == 0) {
            return malformed(
                    "the response has no token ids; use an API dialect that returns token ids, or return responses as text");
        }
        if (form == ResponseForm.BYTES) {
            return response.output().isBytes() ? null : malformed("the response has no bytes");
        }
        if (tokensRequired && response.tokenSource() == TokenSource.NONE) {
            return malformed("the number of tokens is unknown: the response has neither token ids nor usage");
        }
        if (tokensRequired && response.tokenCount() == 0) {
            return malformed("the response has no tokens");
        }
        if (response.tokenCount() == 0 && response.output().text().isEmpty()) {
            return malformed("the response is empty");
        }
        int minTokens = parameters.demandedTokens();
        if (isServerCount(response) && response.tokenCount() < minTokens) {
            boolean isWhole = parameters.ignoreEos() && parameters.maxTokens().isPresent();
            return malformed("the response has " + response.tokenCount() + " tokens, but the request demands at least "
                    + minTokens + "; remove " + (isWhole ? "ignoreEos (--ignore-eos)" : "minTokens (--min-tokens)")
                    + " if the engine does not support it");
        }
        return null;
    }

    /**
     * Returns true if the server provided the token count. The count of a tokenizer is not compared with the limits of the request,
     * because a tokenizer may split a text into more or fewer tokens than the model generated.
     */
    private static boolean isServerCount(Response response) {
        return switch (response.tokenSource()) {
            case IDS, USAGE, CONTRADICTORY_USAGE -> true;
            case TOKENIZER, NONE -> false;
        };
    }

    private static Failure malformed(String message) {
        return new Failure(Failure.Kind.MALFORMED_RESPONSE, message);
    }
}
