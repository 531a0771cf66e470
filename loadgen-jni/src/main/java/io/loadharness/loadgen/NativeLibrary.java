// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Loader;
import org.jspecify.annotations.Nullable;

/**
 * The native libraries of this platform: the compiled LoadGen, and the bridge that calls LoadGen. Every run loads its own copy of LoadGen.
 */
enum NativeLibrary {
    ENGINE("loadgen_engine"),
    BRIDGE("jniloadgen");

    private static final Pattern OLD_LIBRARY = Pattern.compile("version [`']?(?:GLIBC|GLIBCXX|CXXABI)_\\S+ not found");

    private static @Nullable String unloadable;

    private final String name;

    NativeLibrary(String name) {
        this.name = name;
    }

    /** Makes the methods of {@link Bridge} callable. Called only by the static initializers of that class and its nested classes. */
    static void loadBridge() {
        BRIDGE.file();
        uninterrupted(() -> Loader.load(Bridge.class));
    }

    /**
     * Checks that the methods of {@link Bridge} are callable.
     *
     * @throws IllegalStateException if the native libraries cannot be loaded
     */
    static synchronized void requireBridge() {
        if (unloadable == null) {
            try {
                Bridge.initialize();
            } catch (LinkageError e) {
                unloadable = problem(rootOf(e)); // the class stays unusable, and later errors do not contain the cause
            }
        }
        if (unloadable != null) {
            throw new IllegalStateException(unloadable);
        }
    }

    private static Throwable rootOf(Throwable error) {
        return error.getCause() == null ? error : rootOf(error.getCause());
    }

    private static String problem(Throwable root) {
        if (root instanceof IllegalStateException || root instanceof UncheckedIOException) {
            return String.valueOf(root.getMessage());
        }
        if (root instanceof IllegalCallerException) {
            return "this JVM does not allow native code, and LoadGen is native code: start the JVM with"
                    + " --enable-native-access=ALL-UNNAMED";
        }
        String message = loaderMessage(root);
        return "cannot load LoadGen: " + message + "; " + remedy(message);
    }

    /** Returns the remedy for a message of the operating system's loader. */
    static String remedy(String message) {
        if (OLD_LIBRARY.matcher(message).find()) {
            return "this machine has an older C or C++ library than the machine that built LoadHarness: use a newer"
                    + " distribution, for example Debian 12, Ubuntu 22.04 or RHEL 9, or build LoadHarness on this machine";
        }
        if (message.contains("libstdc++.so.6: cannot open shared object file")) {
            return "this machine has no C++ library: install it, on Debian and Ubuntu with `apt-get install libstdc++6`";
        }
        return "if the folder of the library is on a file system without execute permission (noexec), choose another"
                + " folder with -D" + NativeCache.PROPERTY + "=FOLDER";
    }

    /** Returns the error message of the operating system's loader. JavaCPP's own message contains only the name of the library. */
    private static String loaderMessage(Throwable root) {
        String file = BRIDGE.file().toString();
        try {
            System.load(file);
            return String.valueOf(root.getMessage());
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            return String.valueOf(e.getMessage()).replace(file + ": " + file, file);
        }
    }

    /**
     * Returns the file of this library. If the library is in a jar, unpacks it into JavaCPP's cache.
     *
     * @throws IllegalStateException if the jar with the libraries of this platform is not on the class path, or another user could replace
     *     files in the cache
     */
    Path file() {
        String platform = Loader.getPlatform();
        URL resource = NativeLibrary.class.getResource(platform + "/" + System.mapLibraryName(name));
        if (resource == null) {
            throw new IllegalStateException("LoadGen for " + platform + " is not on the class path: add the dependency"
                    + " io.loadharness:loadgen-jni with the classifier " + platform);
        }
        // a file outside a jar is not cached: the cache has one path for the files of all folders, therefore builds in
        // two checkouts would overwrite each other
        return resource.getProtocol().equals("file") ? Path.of(URI.create(resource.toString())) : unpacked(resource);
    }

    private static Path unpacked(URL resource) {
        return uninterrupted(() -> {
            try {
                NativeCache cache = NativeCache.prepared();
                Path file = Loader.cacheResource(resource).toPath();
                cache.requirePrivate(file);
                return withContentOf(resource, file);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot unpack LoadGen: " + FileErrors.describe(e) + "; choose another folder with -D"
                                + NativeCache.PROPERTY + "=FOLDER",
                        e);
            }
        });
    }

    /** Runs an action with the interrupt flag cleared, because an interrupted thread cannot lock the cache. */
    private static <T> T uninterrupted(Supplier<T> action) {
        boolean interrupted = Thread.interrupted();
        try {
            return action.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Replaces a cached file if its content differs from the file in the jar. JavaCPP cannot detect a difference between files of the same
     * size: it compares only size and time, and all files in the jars of one version have the same time. A process that has loaded the old
     * file continues to use it.
     */
    static Path withContentOf(URL resource, Path cached) throws IOException {
        byte[] content;
        try (InputStream in = resource.openStream()) {
            content = in.readAllBytes();
        }
        if (!Arrays.equals(content, Files.readAllBytes(cached))) {
            Path fresh = cached.resolveSibling(
                    cached.getFileName() + "." + ProcessHandle.current().pid());
            Files.write(fresh, content);
            Files.setLastModifiedTime(fresh, Files.getLastModifiedTime(cached));
            Files.move(fresh, cached, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return cached;
    }
}
