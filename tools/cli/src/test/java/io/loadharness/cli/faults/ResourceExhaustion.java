// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Exhausts a resource before each sample except the last, and then releases it. */
final class ResourceExhaustion implements RequestObserver {

    /** Acquires one unit of the resource. */
    private interface Source {
        Closeable take() throws IOException;
    }

    private static final long WAIT_FOR_OTHERS = 20_000_000;

    private final Source source;
    private final List<Closeable> taken = new ArrayList<>();
    private int samples;

    private ResourceExhaustion(Source source) {
        this.source = source;
    }

    static ResourceExhaustion ofFiles() {
        return new ResourceExhaustion(() -> new FileInputStream("/dev/null"));
    }

    static ResourceExhaustion ofPortsTo(InetSocketAddress server) {
        return new ResourceExhaustion(() -> {
            Socket socket = new Socket(server.getAddress(), server.getPort());
            socket.setSoLinger(true, 0); // a port is free immediately after a reset
            return socket;
        });
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        samples++;
        if (samples < ScarceMain.SAMPLES) {
            takeAll();
        } else {
            giveBack();
        }
        return null;
    }

    /** Acquires all units, also those that another thread of the JVM, for example a monitor, releases meanwhile. */
    private void takeAll() {
        int before;
        do {
            before = taken.size();
            takeFree();
            LockSupport.parkNanos(WAIT_FOR_OTHERS);
        } while (taken.size() > before);
    }

    private void takeFree() {
        try {
            while (true) {
                taken.add(source.take());
            }
        } catch (IOException thereIsNoMore) {
            // the resource is exhausted
        }
    }

    private void giveBack() {
        try {
            for (Closeable each : taken) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        taken.clear();
    }
}
