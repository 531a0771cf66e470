// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Generates the parts of prompts and caches the beginnings that many prompts share. Not thread-safe. */
final class CachedWording {

    private static final int CAPACITY = 256;

    private record Opening(int tokens, long stream) {}

    private final Wording wording;
    private final Map<Opening, String> openings = new LinkedHashMap<>(CAPACITY, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Opening, String> eldest) {
            return size() > CAPACITY;
        }
    };

    CachedWording(Wording wording) {
        this.wording = wording;
    }

    /** Returns the text of the next part. */
    String after(CharSequence before, Draft.Role role, int tokens, long stream) throws DatasetException {
        if (role != Draft.Role.SYSTEM || before.length() > 0) {
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
