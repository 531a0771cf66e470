// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.inference.TokenCounter;

/**
 * A generator for synthetic text of a given number of tokens. Thread-safe if its token counter is thread-safe.
 *
 * <pre>{@code
 * PromptStyle text = PromptStyle.text(TextGenerator.commonWords());
 * PromptStyle exact = PromptStyle.chat(TextGenerator.exactly(tokenizer));
 * }</pre>
 */
public sealed interface TextGenerator permits CommonWords, ExactTextGenerator {

    /**
     * Returns a generator that writes one common English word per token. Each word is a single token for many models. For other models, the
     * number of tokens is approximate. The response of the server contains the exact number in {@code usage}.
     */
    static TextGenerator commonWords() {
        return CommonWords.INSTANCE;
    }

    /**
     * Returns a generator that trims or extends common words until they have exactly the requested number of tokens. If a text has several
     * parts, such as a shared prefix and a question, the whole text has the exact number of tokens.
     *
     * @param counter a counter that ignores the special tokens at the start and end of a text; the requested number does not include the
     *     tokens of a chat template
     */
    static TextGenerator exactly(TokenCounter counter) {
        return new ExactTextGenerator(counter);
    }

    /**
     * Returns text that extends a text by a number of tokens. The same arguments give the same text.
     *
     * @param before the text to extend; may be empty
     * @param tokens the number of additional tokens
     * @param stream the random stream, which selects the text
     * @throws DatasetException if no text with this number of tokens was found
     */
    String continuation(String before, int tokens, long stream) throws DatasetException;
}
