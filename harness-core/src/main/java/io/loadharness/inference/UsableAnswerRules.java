// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a complete response counts as an answer. Responses that are cut off are failures before they get here.
 *
 * @param form in which form it goes back
 * @param tokensRequired whether its tokens must be countable, and at least one
 * @param counter counts where the server did not; null if nobody can
 */
record UsableAnswerRules(
        AnswerForm form, boolean tokensRequired, @Nullable TokenCounter counter) {

    /** The response with its tokens counted, if there is any way to. */
    Response counted(Response response) {
        return counter == null ? response : response.countedBy(counter);
    }

    /**
     * Returns why a response does not count as the answer to a request, or null if it does.
     *
     * @param maxTokens the limit that the request has set
     */
    @Nullable
    Failure failure(OptionalInt maxTokens, Response response) {
        if (isServersCount(response) && maxTokens.isPresent() && response.tokenCount() > maxTokens.getAsInt()) {
            return malformed("the answer has " + response.tokenCount() + " tokens, and at most " + maxTokens.getAsInt()
                    + " were asked for");
        }
        if (form == AnswerForm.TOKEN_IDS && response.output().tokenIds().length == 0) {
            return malformed("the answer has no token ids; choose a dialect that returns them, or answers as text");
        }
        if (tokensRequired && response.tokenSource() == TokenSource.NONE) {
            return malformed("nobody counted the tokens of the answer: it has neither token ids nor usage");
        }
        if (tokensRequired && response.tokenCount() == 0) {
            return malformed("the answer has no tokens");
        }
        if (response.tokenCount() == 0 && response.output().text().isEmpty()) {
            return malformed("the answer is empty");
        }
        return null;
    }

    /** A tokenizer may split a text into more tokens than the model made it of. */
    private static boolean isServersCount(Response response) {
        return response.tokenSource() == TokenSource.IDS || response.tokenSource() == TokenSource.USAGE;
    }

    private static Failure malformed(String message) {
        return new Failure(Failure.Kind.MALFORMED_RESPONSE, message);
    }
}
