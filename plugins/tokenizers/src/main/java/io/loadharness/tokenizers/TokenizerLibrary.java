// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import io.loadharness.internal.FileErrors;
import io.loadharness.internal.LibraryFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * Loads the native tokenizer library once, from its jar. The loader of DJL is not suitable: on a machine with a GPU, it downloads another
 * library.
 */
final class TokenizerLibrary {

    private TokenizerLibrary() {}

    /**
     * Returns the native methods.
     *
     * @throws IllegalStateException if the native library cannot be loaded on this machine; the message gives the reason
     */
    static TokenizersLibrary methods() {
        return Loaded.METHODS;
    }

    /** Loads the library on first use. */
    private static final class Loaded {

        static final TokenizersLibrary METHODS = load();
    }

    private static TokenizersLibrary load() {
        String name = System.mapLibraryName("tokenizers");
        String resource = "native/lib/" + platform() + "/cpu/" + name;
        ClassLoader loader = TokenizersLibrary.class.getClassLoader();
        try (InputStream library = loader.getResourceAsStream(resource)) {
            Path unpacked = LibraryFiles.unpacked("tokenizers", loader, resource);
            if (unpacked != null) {
                System.load(unpacked.toString());
                return TokenizersLibrary.LIB;
            }
            if (library == null) {
                throw new IllegalStateException("the native tokenizer library does not support " + platform()
                        + ": it supports linux-x86_64, linux-aarch64 and osx-aarch64");
            }
            Path file = Files.createTempFile("loadharness-", name);
            try {
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toAbsolutePath().toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the native tokenizer library cannot be unpacked: " + FileErrors.inTemporaryFolder(e), e);
        } catch (UnsatisfiedLinkError e) {
            throw new IllegalStateException(
                    "the native tokenizer library could not be loaded: " + e.getMessage()
                            + "; if the temporary folder does not allow executable files, set another one with -Djava.io.tmpdir",
                    e);
        }
        return TokenizersLibrary.LIB;
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        return (system.startsWith("mac") ? "osx" : system) + "-" + (processor.equals("amd64") ? "x86_64" : processor);
    }
}
