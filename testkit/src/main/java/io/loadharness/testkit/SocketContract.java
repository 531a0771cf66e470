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

/** A base class for tests of transports against local servers. Closes the transports and servers of a test when it ends. */
public abstract class SocketContract {

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Opens the transport. */
    protected abstract HttpTransport open(TransportOptions options);

    @AfterEach
    void closeResources() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    protected final <T extends AutoCloseable> T closeAfterTest(T object) {
        opened.add(object);
        return object;
    }

    /** Returns a URL with a reserved port. No process listens on this port. */
    protected final String unreachableUrl() throws IOException {
        Socket reserved = closeAfterTest(new Socket());
        reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return "http://127.0.0.1:" + reserved.getLocalPort();
    }

    protected final ScriptedServer serve(Script script) throws IOException {
        return closeAfterTest(ScriptedServer.start(script));
    }
}
