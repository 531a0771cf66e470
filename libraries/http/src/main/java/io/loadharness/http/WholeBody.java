// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.regex.Pattern;

/** An answer that comes as one JSON object. */
final class WholeBody implements AnswerBody {

    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

    private final Protocol protocol;
    private final Answer answer;
    private final JsonCursor json;
    private final int limit;
    private final Bytes body;

    /**
     * Takes an answer of at most {@code limit} bytes.
     *
     * @throws FailureException if it is known to be larger
     */
    WholeBody(Protocol protocol, Answer answer, JsonCursor json, int limit, ResponseHead head) {
        this.protocol = protocol;
        this.answer = answer;
        this.json = json;
        this.limit = limit;
        this.body = new Bytes(limit);
        if (head.header("content-length").filter(this::isTooMuch).isPresent()) {
            throw tooLarge();
        }
    }

    private boolean isTooMuch(String length) {
        return LENGTH.matcher(length).matches() && Long.parseLong(length) > limit;
    }

    private FailureException tooLarge() {
        return FailureException.malformed("the answer is larger than " + limit + " bytes");
    }

    @Override
    public void take(long nanos, byte[] bytes, int from, int to) {
        if (!body.append(bytes, from, to)) {
            throw tooLarge();
        }
    }

    @Override
    public void end(long nanos) {
        json.object(body.array(), 0, body.length(), object -> protocol.read(object, answer, nanos));
    }
}
