package io.loadharness.netty;

/** What came is not HTTP. Without a stack trace: it is about the server. */
final class MalformedAnswer extends RuntimeException {

    private static final long serialVersionUID = 1;

    MalformedAnswer(String what) {
        super("this is not HTTP: " + what, null, false, false);
    }
}
