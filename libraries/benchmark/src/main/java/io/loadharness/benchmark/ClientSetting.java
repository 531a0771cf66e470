// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.SystemUnderTest;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The client of a benchmark with its options. Only one execution of this JVM at a time can open the client. Thread-safe. */
final class ClientSetting implements OwnedTarget {

    /** The clients that are open, which several benchmarks can have. */
    private static final Set<BenchmarkClient> OPEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    private final BenchmarkClient client;
    private final Map<String, String> options;

    ClientSetting(BenchmarkClient client, Map<String, String> options) {
        this.client = Objects.requireNonNull(client, "client must not be null");
        this.options = Map.copyOf(options);
    }

    String name() {
        return client.name();
    }

    Map<String, String> options() {
        return options;
    }

    /** The system and the samples of an open client. */
    record Target(SystemUnderTest system, QuerySampleLibrary library) {}

    /**
     * Initializes the client. After an exception, the client is closed, unless its initialization failed.
     *
     * @throws IllegalArgumentException if the client rejects its options
     * @throws IOException if the client cannot be initialized; the message names the client
     */
    Target open() throws IOException, InterruptedException {
        if (!OPEN.add(client)) {
            throw new IllegalStateException(title()
                    + " is used by another benchmark that is running: wait for its end, or use another instance");
        }
        try {
            initialize();
        } catch (Throwable e) {
            OPEN.remove(client);
            throw e;
        }
        try {
            return new Target(
                    required("systemUnderTest", client.systemUnderTest()), required("library", client.library()));
        } catch (RuntimeException | LinkageError e) {
            IOException failure = failure(e);
            closeAfter(failure);
            throw failure;
        }
    }

    private void initialize() throws IOException, InterruptedException {
        try {
            client.initialize(options);
        } catch (IllegalArgumentException | InterruptedException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw failure(e);
        }
    }

    private static <T> T required(String method, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException(method + "() returned null");
        }
        return value;
    }

    @Override
    public Optional<Reason> close() {
        try {
            return OwnedTarget.close(title(), client);
        } finally {
            OPEN.remove(client);
        }
    }

    private IOException failure(Throwable cause) {
        return new IOException(OwnedTarget.sentence(title(), "initialized", cause), cause);
    }

    private String title() {
        return "the client '" + name() + "'";
    }
}
