// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.IOException;

/** Sends control requests to a server over HTTP. Thread-safe. */
@FunctionalInterface
public interface ServerControl {

    /**
     * Posts a request and waits for a successful response.
     *
     * @param url the URL of the server
     * @param path the path of the request
     * @param json the body; may be empty
     * @throws RejectedException if the server responds with an error; the message gives the error
     * @throws IOException if no response arrives; in this case, the state of the server is unknown
     */
    void post(String url, String path, String json) throws IOException;

    /** Thrown if the server rejects a control request. */
    final class RejectedException extends IOException {

        private static final long serialVersionUID = 1;

        /** Creates an exception with the response of the server. */
        public RejectedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
