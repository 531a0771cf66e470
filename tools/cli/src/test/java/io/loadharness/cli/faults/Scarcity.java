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

/** Takes all that there is of something before each sample but the last, and then gives it back. */
final class Scarcity implements RequestObserver {

    /** Takes one more. */
    private interface Source {
        Closeable take() throws IOException;
    }

    private final Source source;
    private final List<Closeable> taken = new ArrayList<>();
    private int samples;

    private Scarcity(Source source) {
        this.source = source;
    }

    static Scarcity ofFiles() {
        return new Scarcity(() -> new FileInputStream("/dev/null"));
    }

    static Scarcity ofPortsTo(InetSocketAddress server) {
        return new Scarcity(() -> {
            Socket socket = new Socket(server.getAddress(), server.getPort());
            socket.setSoLinger(true, 0); // a port is free at once after a reset
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

    private void takeAll() {
        try {
            while (true) {
                taken.add(source.take());
            }
        } catch (IOException thereIsNoMore) {
            // that is what was wanted
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
