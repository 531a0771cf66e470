// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;

/** The source checkout of this program. It contains the native programs of the benchmarks. */
final class Checkout {

    private final Path root;

    private Checkout(Path root) {
        this.root = root;
    }

    static Checkout find() throws IOException {
        try {
            Path classes = Path.of(Checkout.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new Checkout(classes.resolve("../../..").normalize());
        } catch (URISyntaxException e) {
            throw new IOException("cannot find the checkout of LoadHarness", e);
        }
    }

    /** Returns the path of LoadGen's native library. The C++ program and the JVM load this same file. */
    Path engine() {
        return root.resolve("loadgen-jni/target/native/io/loadharness/loadgen")
                .resolve(Loader.getPlatform())
                .resolve(System.mapLibraryName("loadgen_engine"));
    }

    Path nullSystem() throws IOException {
        return program("null_sut");
    }

    Path httpClient() throws IOException {
        return program("http_client");
    }

    Path arrivals() throws IOException {
        return program("arrivals");
    }

    /** Returns the folder of the Python package {@code loadharness_worker}. */
    Path pythonWorker() {
        return root.resolve("integrations/python");
    }

    private Path program(String name) throws IOException {
        Path program = root.resolve("native/target/build").resolve(name);
        if (!Files.isExecutable(program)) {
            throw new IOException("missing program " + program
                    + ": run the benchmark from a checkout in which the native programs were built");
        }
        return program;
    }
}
