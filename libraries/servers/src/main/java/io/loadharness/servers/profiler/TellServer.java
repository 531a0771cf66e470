// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.IOException;

/** Tells a server something over HTTP. Any thread. */
@FunctionalInterface
public interface TellServer {

    /**
     * Posts, and returns when the server has answered that it is done.
     *
     * @param json may be empty
     * @throws Refusal if it answers anything else; the message says what
     * @throws IOException if no answer comes, so that nobody knows what the server does
     */
    void post(String url, String path, String json) throws IOException;

    /** That a server does not do what it is told. */
    final class Refusal extends IOException {

        private static final long serialVersionUID = 1;

        /** Says what the server answers. */
        public Refusal(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
