// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Resolves host names with the resolver and cache of the JDK, without blocking an event loop. Thread-safe. */
final class HostResolver implements AutoCloseable {

    private final ExecutorService lookups =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("http-names", true));

    /** Returns the addresses of a host, in the order to try them. */
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
