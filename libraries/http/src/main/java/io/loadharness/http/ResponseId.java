// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * The check that all chunks of a response to one prompt have the same id. An id that changes after it was repeated, or that returns after a
 * change, shows a chunk of another response. Some servers give each chunk another id; this is accepted. Chunks without an id, or with an
 * empty id, are ignored.
 */
final class ResponseId {

    private String first = "";
    private String last = "";
    private boolean isRepeated;
    private boolean isPerChunk;
    private boolean isMixed;

    /** Reads the value under the cursor as the id of a chunk. */
    void read(JsonCursor json) {
        if (!last.isEmpty() && json.isString(last)) { // the usual case, without a new string
            repeated();
        } else {
            add(json.string());
        }
    }

    /** Adds the id of a chunk. */
    void add(String id) {
        if (id.isEmpty()) {
            return;
        }
        if (id.equals(last)) {
            repeated();
        } else if (isRepeated || id.equals(first)) {
            isMixed = true;
        } else {
            isPerChunk = !first.isEmpty();
            first = first.isEmpty() ? id : first;
            last = id;
        }
    }

    private void repeated() {
        isMixed |= isPerChunk;
        isRepeated = true;
    }

    /** Throws {@link FailureException} if a chunk belongs to another response. */
    void requireSame() {
        if (isMixed) { // the message has no ids, so that the failures of all samples have the same message
            throw FailureException.malformed(
                    "the response has chunks with different ids, so it contains chunks of another response");
        }
    }

    /** Returns true if a chunk belongs to another response. */
    boolean isMixed() {
        return isMixed;
    }

    /** Returns true if each chunk had another id. */
    boolean isPerChunk() {
        return isPerChunk && !isMixed;
    }
}
