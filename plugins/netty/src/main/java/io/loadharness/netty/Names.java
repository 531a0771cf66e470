// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Looks up hosts, as Java does and for as long as Java remembers them, without stopping an event loop. Safe for any number of threads. */
final class Names implements AutoCloseable {

    private final ExecutorService lookups =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("http-names", true));

    /** The addresses of a host, in the order in which they are to be tried. */
    CompletableFuture<InetAddress[]> lookUp(String host) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
        if (literal != null) {
            complete(found, () -> new InetAddress[] {InetAddress.getByAddress(literal)});
        } else {
            lookups.execute(() -> complete(found, () -> InetAddress.getAllByName(host)));
        }
        return found;
    }

    private interface LookUp {
        InetAddress[] addresses() throws UnknownHostException;
    }

    private static void complete(CompletableFuture<InetAddress[]> found, LookUp lookUp) {
        try {
            found.complete(lookUp.addresses());
        } catch (UnknownHostException e) {
            found.completeExceptionally(e);
        }
    }

    @Override
    public void close() {
        lookups.shutdownNow();
    }
}
