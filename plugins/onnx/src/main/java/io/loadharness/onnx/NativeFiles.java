// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OrtEnvironment;
import io.loadharness.internal.FolderAccess;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import org.jspecify.annotations.Nullable;

/**
 * The native libraries of ONNX Runtime in the user's folder for caches. Otherwise, ONNX Runtime unpacks 24 MB from its jar at each start.
 * Linux only; not for the jar with GPU support, whose libraries must be in one temporary folder.
 */
final class NativeFiles {

    /** The property from which ONNX Runtime reads the folder of its libraries. */
    static final String FOLDER_PROPERTY = "onnxruntime.native.path";

    private static final String PROPERTIES = "onnxruntime.native.";
    private static final String RESOURCES = "/ai/onnxruntime/native/";
    private static final List<String> NAMES = List.of("libonnxruntime.so", "libonnxruntime4j_jni.so");
    private static final String GPU_NAME = "libonnxruntime_providers_shared.so";
    private static final Map<String, String> PLATFORMS =
            Map.of("linux-amd64", "linux-x64", "linux-aarch64", "linux-aarch64");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    private final Path caches;

    NativeFiles(Path caches) {
        this.caches = caches;
    }

    /**
     * Checks that ONNX Runtime can write to the temporary folder of Java, which it does even if it unpacks nothing. If ONNX Runtime itself
     * fails to write there, this JVM can never load it.
     *
     * @throws IllegalArgumentException if the folder cannot be used; the message names it
     */
    static void requireTemporaryFolder() {
        try {
            Files.delete(Files.createTempDirectory("loadharness-onnx"));
        } catch (IOException e) {
            throw ModelErrors.notUnpacked(e);
        }
    }

    /** Unpacks the libraries if necessary and sets the property. Without a usable folder, ONNX Runtime unpacks its libraries itself. */
    static synchronized void use() {
        if (System.getProperties().stringPropertyNames().stream().anyMatch(each -> each.startsWith(PROPERTIES))) {
            return; // already set, by the user or by an earlier call
        }
        String cacheHome = System.getenv("XDG_CACHE_HOME");
        Path caches = cacheHome == null || cacheHome.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(cacheHome);
        if (!caches.isAbsolute()) {
            return; // Java has "?" for the home of a user without an entry in /etc/passwd
        }
        try {
            Path folder = new NativeFiles(caches).unpacked();
            if (folder != null) {
                System.setProperty(FOLDER_PROPERTY, folder.toString());
            }
        } catch (IOException | UnsupportedOperationException e) {
            // the folder cannot be written
        }
    }

    /** Returns the folder of the unpacked libraries; null if they cannot be there. */
    @Nullable
    Path unpacked() throws IOException {
        String platform = PLATFORMS.get(
                System.getProperty("os.name").toLowerCase(Locale.ROOT) + "-" + System.getProperty("os.arch"));
        if (platform == null || OrtEnvironment.class.getResource(RESOURCES + platform + "/" + GPU_NAME) != null) {
            return null;
        }
        StringBuilder name = new StringBuilder("onnxruntime");
        for (String each : NAMES) {
            JarEntry entry = entry(platform, each);
            if (entry == null) {
                return null;
            }
            name.append('-').append(Long.toHexString(entry.getCrc()));
        }
        Path folder = caches.resolve("loadharness").resolve(name.toString());
        Files.createDirectories(caches);
        for (Path each : List.of(folder.resolveSibling(""), folder)) {
            if (Files.notExists(each)) {
                Files.createDirectories(each, PRIVATE);
            }
            if (!isPrivate(each)) {
                return null; // another user could replace the libraries
            }
        }
        if (FolderAccess.problemOfParents(folder).isPresent()) {
            return null;
        }
        for (String each : NAMES) {
            if (!unpack(platform, each, folder.resolve(each))) {
                return null;
            }
        }
        return folder;
    }

    private static @Nullable JarEntry entry(String platform, String name) throws IOException {
        URL resource = OrtEnvironment.class.getResource(RESOURCES + platform + "/" + name);
        return resource != null && resource.openConnection() instanceof JarURLConnection jar ? jar.getJarEntry() : null;
    }

    /** Returns true if only the current user can write to a folder. */
    private static boolean isPrivate(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        return FolderAccess.owner(folder) == FolderAccess.currentUser()
                && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Returns true if the file is complete and may be executed, which a file system can forbid. */
    private static boolean unpack(String platform, String name, Path file) throws IOException {
        JarEntry entry = entry(platform, name);
        if (entry == null) {
            return false;
        }
        if (Files.notExists(file) || Files.size(file) != entry.getSize()) {
            Path fresh = Files.createTempFile(file.resolveSibling(""), name, null, PRIVATE);
            try (InputStream in = Objects.requireNonNull(
                    OrtEnvironment.class.getResourceAsStream(RESOURCES + platform + "/" + name))) {
                Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
                Files.setPosixFilePermissions(fresh, OWNER_ONLY);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        }
        return Files.isExecutable(file);
    }
}
