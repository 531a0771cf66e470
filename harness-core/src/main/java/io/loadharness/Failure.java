// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * The reason why a sample has no result. A failure is not an exception. The run counts the failure and continues. A run with a failure is
 * {@link Verdict#INVALID}.
 *
 * <pre>{@code
 * sample.fail(new Failure(Failure.Kind.TIMEOUT, "no response within 30 s"));
 * }</pre>
 *
 * @param kind the kind of failure; failures are counted by kind
 * @param message one sentence for humans
 */
public record Failure(Kind kind, String message) {

    /** The kinds of failure. Each failed sample has exactly one kind. */
    public enum Kind {
        /** The response has an HTTP error status. */
        HTTP_ERROR,
        /** The client could not connect, or the connection broke before the first byte of the response. */
        CONNECTION_ERROR,
        /** A time limit was exceeded. */
        TIMEOUT,
        /** The response ended before it was complete. */
        TRUNCATED_STREAM,
        /** The response itself reports an error, or its finish reason says that it was aborted. */
        IN_BAND_ERROR,
        /** The response cannot be parsed or used. */
        MALFORMED_RESPONSE,
        /** The client cancelled the request. */
        CANCELLED,
        /** The backend threw an exception, reported that it cannot process the request, or reported impossible timestamps. */
        BACKEND_EXCEPTION
    }

    public Failure {
        if (kind == null || message == null) {
            throw new IllegalArgumentException((kind == null ? "kind" : "message") + " must not be null");
        }
    }

    /** Returns a failure of the kind {@link Kind#BACKEND_EXCEPTION}. Its message is the text of the exception. */
    public static Failure of(Throwable cause) {
        return new Failure(Kind.BACKEND_EXCEPTION, description(cause));
    }

    private static String description(Throwable cause) {
        String text = null;
        try {
            text = cause.toString();
        } catch (Throwable e) {
            // the exception has no text
        }
        return text != null ? text : cause.getClass().getName() + " without a message";
    }
}
