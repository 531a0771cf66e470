// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;

/** The body of a response with an error status. Reads only the start of the body. */
final class ErrorBody implements ResponseBody {

    private static final int MAX_BYTES = 4096;

    private final ResponseHead head;
    private final Bytes start = new Bytes(MAX_BYTES);

    ErrorBody(ResponseHead head) {
        this.head = head;
    }

    @Override
    public void take(long nanos, byte[] bytes, int from, int to) {
        if (!start.append(bytes, from, Math.min(to, from + MAX_BYTES - start.length()))
                || start.length() == MAX_BYTES) {
            throw failure();
        }
    }

    @Override
    public void end(long nanos) {
        throw failure();
    }

    FailureException failure() {
        String error = Errors.inBody(start.array(), start.length());
        String detail = error.isEmpty() ? "" : ": " + error;
        boolean redirects = head.status() >= 300 && head.status() < 400;
        return new FailureException(
                Failure.Kind.HTTP_ERROR,
                "HTTP status " + head.status() + (redirects ? ", and redirects are not followed" : "") + detail);
    }
}
