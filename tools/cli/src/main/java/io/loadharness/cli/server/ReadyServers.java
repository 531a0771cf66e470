package io.loadharness.cli.server;

import io.loadharness.http.Dialect;
import io.loadharness.inference.BackendSystemUnderTest;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Waits for servers that may still be loading. */
public final class ReadyServers {

    private ReadyServers() {}

    /**
     * Returns when all are ready.
     *
     * @throws TimeoutException if one is not in time; says which, and why
     */
    public static void await(ServerOptions server, Duration limit) throws Exception {
        BackendSystemUnderTest.Builder all = BackendSystemUnderTest.builder("readiness", index -> {
            throw new IllegalStateException("nothing is asked");
        });
        server.urls().forEach(url -> all.backend(server.backend(url, Dialect.OPENAI_CHAT, true)));
        try (BackendSystemUnderTest waiting = all.build()) {
            waiting.start(limit);
        }
    }
}
