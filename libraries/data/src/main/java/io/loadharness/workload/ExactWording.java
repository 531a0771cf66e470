package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.inference.TokenCounter;
import java.util.Objects;

/** Text of common words that is trimmed and extended until a tokenizer makes the right number of tokens of it. */
final class ExactWording implements Wording {

    /** How often the tokens are counted before it gives up. */
    static final int TRIES = 200;

    private final TokenCounter counter;

    ExactWording(TokenCounter counter) {
        this.counter = Objects.requireNonNull(counter, "counter");
    }

    @Override
    public boolean isExact() {
        return true;
    }

    @Override
    public String after(String before, int tokens, long stream) throws DatasetException {
        if (tokens == 0) {
            return "";
        }
        Passage passage = new Passage(before, new RandomBits(stream));
        int from = before.isEmpty() ? 0 : counter.count(before);
        passage.addWords(tokens);
        for (int tries = 0; tries < TRIES; tries++) {
            int now = counter.count(passage.text()) - from;
            if (now == tokens) {
                return passage.added();
            }
            passage.adjust(now, tokens);
        }
        throw new DatasetException("no text of exactly " + tokens + " tokens was found in " + TRIES
                + " tries, the last has " + (counter.count(passage.text()) - from)
                + ": the tokenizer may add tokens of its own, which must not be counted, or merge across words");
    }
}
