// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

/** What came is not HTTP. Without a stack trace: it is about the server. */
final class MalformedAnswer extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String sentence;

    MalformedAnswer(String what) {
        super(null, null, false, false);
        sentence = "this is not HTTP: " + what;
    }

    @Override
    public String getMessage() {
        return sentence;
    }
}
