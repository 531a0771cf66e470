// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.regex.Pattern;

/** A response body that is one JSON object. */
final class JsonBody implements ResponseBody {

    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

    private final Protocol protocol;
    private final Completion completion;
    private final JsonCursor json;
    private final int limit;
    private final Bytes body;

    /**
     * Creates a body of at most {@code limit} bytes.
     *
     * @throws FailureException if the {@code Content-Length} of the response is larger
     */
    JsonBody(Protocol protocol, Completion completion, JsonCursor json, int limit, ResponseHead head) {
        this.protocol = protocol;
        this.completion = completion;
        this.json = json;
        this.limit = limit;
        this.body = new Bytes(limit);
        if (head.header("content-length").filter(this::exceedsLimit).isPresent()) {
            throw tooLarge();
        }
    }

    private boolean exceedsLimit(String length) {
        return LENGTH.matcher(length).matches() && Long.parseLong(length) > limit;
    }

    private FailureException tooLarge() {
        return FailureException.malformed("the response is larger than " + limit + " bytes");
    }

    @Override
    public void take(long nanos, byte[] bytes, int from, int to) {
        if (!body.append(bytes, from, to)) {
            throw tooLarge();
        }
    }

    @Override
    public void end(long nanos) {
        json.object(body.array(), 0, body.length(), object -> protocol.read(object, completion, nanos));
    }
}
