// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.inference.EngineProvider;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * The main class of a worker process that runs a JVM engine. {@link IsolatedEngine} starts this program. The argument is the name of an
 * {@link EngineProvider}; the options come from the harness.
 *
 * <pre>{@code
 * java -cp ... io.loadharness.engine.EngineWorker my-engine
 * }</pre>
 */
public final class EngineWorker {

    private EngineWorker() {}

    /** Runs the engine until the harness sends {@code BYE} or ends. */
    public static void main(String[] arguments) throws Exception {
        String address = System.getenv(WorkerProtocol.SOCKET);
        if (address == null || arguments.length != 1) {
            System.err.println("This program is started by LoadHarness: use `harness run --engine NAME --isolate`.");
            System.exit(2);
        }
        EngineProvider provider = EngineProvider.named(arguments[0]);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(address))) {
            new HarnessLink(channel, provider).serve();
        }
        System.exit(0); // threads of engines must not keep the process
    }
}
