// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.inference.TokenCounter;

/** Makes up text of a number of tokens. Safe for any number of threads if what counts its tokens is. */
public sealed interface Wording permits CommonWords, ExactWording {

    /**
     * A word for each token. Common English words, each of which is one token for many models, so the number of tokens is near what was
     * asked for; the server's count says how near.
     */
    static Wording commonWords() {
        return CommonWords.INSTANCE;
    }

    /**
     * Common words, trimmed and extended until they are exactly as many tokens as asked for. Of a text that has parts, a shared beginning
     * and a question for instance, the whole is exact.
     *
     * @param counter counts without what a tokenizer adds at the begin or end of a text; what a chat template adds comes on top
     */
    static Wording exactly(TokenCounter counter) {
        return new ExactWording(counter);
    }

    /**
     * What to put behind a text so that it has so many more tokens. The same arguments give the same text.
     *
     * @param before what stands in front; may be empty
     * @param tokens how many tokens more
     * @param stream which text
     * @throws DatasetException if no text was found that has so many tokens
     */
    String after(String before, int tokens, long stream) throws DatasetException;
}
