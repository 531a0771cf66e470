// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;

/** The checkout that this program was built in, where the native side of the bench lies. */
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
            throw new IOException("cannot tell where LoadHarness lies", e);
        }
    }

    /** The engine that the JVM uses too. */
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

    private Path program(String name) throws IOException {
        Path program = root.resolve("native/target/build").resolve(name);
        if (!Files.isExecutable(program)) {
            throw new IOException("there is no " + program + ": the bench runs from a checkout that was built there");
        }
        return program;
    }
}
