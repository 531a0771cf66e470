package io.loadharness.server.profile;

import java.io.IOException;

/** Tells a server something over HTTP. Any thread. */
@FunctionalInterface
public interface TellServer {

    /**
     * Posts, and returns when the server has answered that it is done.
     *
     * @param json may be empty
     * @throws IOException if it answers anything else; the message says what
     */
    void post(String url, String path, String json) throws IOException;
}
