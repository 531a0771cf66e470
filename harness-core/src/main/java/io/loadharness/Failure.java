// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * Why a sample has no answer. A value, not an exception: it is recorded, counted and makes the run {@link Verdict#INVALID}.
 *
 * @param kind the class of failure, by which failures are counted
 * @param message one sentence for people
 */
public record Failure(Kind kind, String message) {

    /** The classes of failure; each sample that is not answered ends as exactly one of them. */
    public enum Kind {
        /** The server answered with an HTTP error status. */
        HTTP_ERROR,
        /** No connection, or the connection broke before the answer began. */
        CONNECTION_ERROR,
        /** A time limit passed. */
        TIMEOUT,
        /** The answer began and ended before its terminator. */
        TRUNCATED_STREAM,
        /** The answer itself reports an error. */
        IN_BAND_ERROR,
        /** The answer cannot be understood. */
        MALFORMED_RESPONSE,
        /** The request was given up by its own side. */
        CANCELLED,
        /** The code that should have answered threw, or says that it cannot answer. */
        BACKEND_EXCEPTION
    }

    public Failure {
        if (kind == null || message == null) {
            throw new IllegalArgumentException((kind == null ? "kind" : "message") + " is null");
        }
    }

    /** The failure that an exception stands for. */
    public static Failure of(Throwable cause) {
        return new Failure(Kind.BACKEND_EXCEPTION, described(cause));
    }

    private static String described(Throwable cause) {
        String text = null;
        try {
            text = cause.toString();
        } catch (Throwable e) {
            // has no text, then
        }
        return text != null ? text : cause.getClass().getName() + ", which cannot say what happened";
    }
}
