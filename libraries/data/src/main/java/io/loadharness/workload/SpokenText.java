package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes up the parts of prompts, and remembers the openings that many prompts share, which cost time to make. For one thread. */
final class SpokenText {

    private static final int REMEMBERED = 256;

    private record Opening(int tokens, long stream) {}

    private final Wording wording;
    private final Map<Opening, String> openings = new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Opening, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    SpokenText(Wording wording) {
        this.wording = wording;
    }

    /** What a speaker says next. */
    String after(CharSequence before, Speaker speaker, int tokens, long stream) throws DatasetException {
        if (speaker != Speaker.SYSTEM || before.length() > 0) {
            return wording.after(before.toString(), tokens, stream);
        }
        Opening opening = new Opening(tokens, stream);
        String text = openings.get(opening);
        if (text == null) {
            text = wording.after("", tokens, stream);
            openings.put(opening, text);
        }
        return text;
    }
}
