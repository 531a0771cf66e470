// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The native methods, loaded once, out of the jar that they come in. DJL's own loader is not asked: where there is a GPU it downloads
 * another library.
 */
final class TokenizerLibrary {

    private TokenizerLibrary() {}

    /**
     * The methods, ready to be called.
     *
     * @throws IllegalStateException if they cannot be loaded on this machine; says why
     */
    static TokenizersLibrary methods() {
        return Loaded.METHODS;
    }

    /** Loads when it is first asked for. */
    private static final class Loaded {

        static final TokenizersLibrary METHODS = load();
    }

    private static TokenizersLibrary load() {
        String name = System.mapLibraryName("tokenizers");
        String resource = "native/lib/" + platform() + "/cpu/" + name;
        try (InputStream library = TokenizersLibrary.class.getClassLoader().getResourceAsStream(resource)) {
            if (library == null) {
                throw new IllegalStateException("there are no tokenizers for " + platform()
                        + ": there are for linux-x86_64, linux-aarch64 and osx-aarch64");
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
                    "the tokenizers' library could not be written into the folder for temporary files: " + e, e);
        } catch (UnsatisfiedLinkError e) {
            throw new IllegalStateException(
                    "the tokenizers' library could not be loaded: " + e.getMessage()
                            + "; if its folder allows no programs, choose another by -Djava.io.tmpdir",
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
