// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;

/** What comes with an error status: only its beginning matters. */
final class ErrorBody implements AnswerBody {

    private static final int MOST = 4096;

    private final ResponseHead head;
    private final Bytes beginning = new Bytes(MOST);

    ErrorBody(ResponseHead head) {
        this.head = head;
    }

    @Override
    public void take(long nanos, byte[] bytes, int from, int to) {
        if (!beginning.append(bytes, from, Math.min(to, from + MOST - beginning.length()))
                || beginning.length() == MOST) {
            throw failure();
        }
    }

    @Override
    public void end(long nanos) {
        throw failure();
    }

    FailureException failure() {
        String words = Errors.inBody(beginning.array(), beginning.length());
        String said = words.isEmpty() ? "" : ": " + words;
        boolean redirects = head.status() >= 300 && head.status() < 400;
        return new FailureException(
                Failure.Kind.HTTP_ERROR,
                "HTTP status " + head.status() + (redirects ? ", and redirects are not followed" : "") + said);
    }
}
