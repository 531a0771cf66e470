// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** What a transport does with servers. Keeps what one test opens, and closes it after the test. */
public abstract class SocketContract {

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Opens the transport. */
    protected abstract HttpTransport open(TransportOptions options);

    @AfterEach
    void closeWhatWasOpened() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    protected final <T extends AutoCloseable> T closed(T object) {
        opened.add(object);
        return object;
    }

    /** An address that nobody else can take, and where nobody listens. */
    protected final String silentUrl() throws IOException {
        Socket taken = closed(new Socket());
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return "http://127.0.0.1:" + taken.getLocalPort();
    }

    protected final ScriptedServer serve(Script script) throws IOException {
        return closed(ScriptedServer.start(script));
    }
}
