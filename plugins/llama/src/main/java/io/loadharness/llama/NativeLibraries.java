// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import io.loadharness.internal.FileErrors;
import io.loadharness.internal.LibraryFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads the native libraries: the bridge of this module, and llama.cpp from the jar {@code de.kherud:llama}. The files are unpacked into a
 * temporary folder that only this user can read. They are deleted after loading, because Linux keeps the content of a mapped file.
 */
final class NativeLibraries {

    private static final String BRIDGE = "libllama_bridge.so";
    private static final String LLAMA = "libjllama.so";

    /** The folders of the supported platforms, in this module and in the jar with llama.cpp. */
    private static final Map<String, Folders> PLATFORMS = Map.of(
            "linux-amd64", new Folders("linux-x86_64", "Linux/x86_64"),
            "linux-aarch64", new Folders("linux-arm64", "Linux/aarch64"));

    private static boolean bridgeLoaded;
    private static boolean loaded;

    private NativeLibraries() {}

    private record Folders(String ofBridge, String ofLlama) {

        String pathOfLlama() {
            return "de/kherud/llama/" + ofLlama + "/" + LLAMA;
        }
    }

    /**
     * Makes the methods of {@link LlamaBridge} callable.
     *
     * @throws IllegalStateException if this is not possible; the message is one sentence
     */
    static synchronized void load() {
        if (loaded) {
            return;
        }
        Folders folders = folders(System.getProperty("os.name"), System.getProperty("os.arch"));
        try {
            load(folders);
        } catch (IOException e) {
            throw new IllegalStateException("cannot unpack llama.cpp: " + FileErrors.inTemporaryFolder(e), e);
        }
        loaded = true;
    }

    private static void load(Folders folders) throws IOException {
        Path folder = Files.createTempDirectory("loadharness-llama");
        Path bridge = folder.resolve(BRIDGE);
        Path llama = folder.resolve(LLAMA);
        try {
            if (!bridgeLoaded) {
                try (InputStream library = open(
                        NativeLibraries.class.getResource(folders.ofBridge() + "/" + BRIDGE),
                        "harness-llama was not built for " + folders.ofBridge() + ": build it on such a machine")) {
                    Files.copy(library, bridge);
                }
                loadBridge(bridge);
                bridgeLoaded = true;
            }
            Path unpacked =
                    LibraryFiles.unpacked("llama", NativeLibraries.class.getClassLoader(), folders.pathOfLlama());
            if (unpacked == null) {
                try (InputStream library = llama(folders)) {
                    Files.copy(library, llama);
                }
            }
            LlamaBridge.load(LlamaBridge.bytes(unpacked == null ? llama : unpacked));
        } finally {
            Files.deleteIfExists(bridge);
            Files.deleteIfExists(llama);
            Files.deleteIfExists(folder);
        }
    }

    static Folders folders(String system, String architecture) {
        Folders folders = PLATFORMS.get(system.toLowerCase(Locale.ROOT) + "-" + architecture);
        if (folders == null) {
            throw new IllegalStateException("the llama engine supports Linux on x86_64 and aarch64, not " + system
                    + " on " + architecture + ": start llama-server and measure it over HTTP instead");
        }
        return folders;
    }

    private static void loadBridge(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw new IllegalStateException(
                    "cannot load the native code of harness-llama: " + e.getMessage()
                            + "; if the temporary folder does not allow executable files, choose another folder with"
                            + " -Djava.io.tmpdir=FOLDER",
                    e);
        } catch (IllegalCallerException e) {
            throw new IllegalStateException(
                    "this JVM does not allow native code: start it with --enable-native-access=ALL-UNNAMED", e);
        }
    }

    /** Opens the library of llama.cpp for this platform. */
    static InputStream llama() throws IOException {
        return llama(folders(System.getProperty("os.name"), System.getProperty("os.arch")));
    }

    private static InputStream llama(Folders folders) throws IOException {
        return open(
                NativeLibraries.class.getClassLoader().getResource(folders.pathOfLlama()),
                "llama.cpp is not on the class path: add the dependency de.kherud:llama. On the module path,"
                        + " also pass --add-modules llama");
    }

    private static InputStream open(java.net.@Nullable URL resource, String ifMissing) throws IOException {
        if (resource == null) {
            throw new IllegalStateException(ifMissing);
        }
        return resource.openStream();
    }
}
