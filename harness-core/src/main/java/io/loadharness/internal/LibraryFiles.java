// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

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
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarEntry;
import org.jspecify.annotations.Nullable;

/**
 * Native libraries in jars, unpacked into the user's folder for caches when they are first used. The jars of Maven Central contain the
 * libraries as they are. The jars of the archive contain large libraries compressed, with the suffix {@code .xz}. Linux only.
 */
public final class LibraryFiles {

    private static final String PACKED = ".xz";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    private final @Nullable Path cache;
    private final String name;
    private final List<Library> libraries;

    /** A library in a jar. Its size is the size of the unpacked file. */
    private record Library(String file, URL resource, boolean isPacked, long size, long checksum) {

        InputStream open() throws IOException {
            InputStream in = resource.openStream();
            return isPacked ? decompressor().decompress(in) : in;
        }

        private static LibraryDecompressor decompressor() throws IOException {
            return ServiceLoader.load(LibraryDecompressor.class, LibraryDecompressor.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new IOException(
                            "the jars are those of the archive, but its jar harness-dist is not on the class path"));
        }
    }

    LibraryFiles(@Nullable Path cache, String name, ClassLoader loader, List<String> resources) throws IOException {
        this.cache = cache;
        this.name = name;
        List<Library> found = new ArrayList<>();
        for (String each : resources) {
            Library library = find(loader, each);
            if (library == null) {
                found.clear();
                break;
            }
            found.add(library);
        }
        this.libraries = List.copyOf(found);
    }

    /**
     * Finds libraries that are loaded together.
     *
     * @param name the start of the name of their folder
     * @param resources the resources of the libraries
     */
    public static LibraryFiles of(String name, ClassLoader loader, String... resources) throws IOException {
        return new LibraryFiles(CacheFolder.find(), name, loader, List.of(resources));
    }

    /**
     * Returns the file of a library whose jar contains it compressed. Unpacks it if necessary. Returns null if the jar contains the library
     * as it is.
     *
     * @param name the start of the name of its folder
     */
    public static @Nullable Path unpacked(String name, ClassLoader loader, String resource) throws IOException {
        LibraryFiles files = of(name, loader, resource);
        return files.arePacked() ? files.folder().resolve(files.libraries.get(0).file) : null;
    }

    private static @Nullable Library find(ClassLoader loader, String resource) throws IOException {
        for (boolean isPacked : new boolean[] {true, false}) {
            URL url = loader.getResource(isPacked ? resource + PACKED : resource);
            if (url != null && url.openConnection() instanceof JarURLConnection connection) {
                JarEntry entry = connection.getJarEntry();
                return new Library(
                        resource.substring(resource.lastIndexOf('/') + 1),
                        url,
                        isPacked,
                        isPacked ? Long.parseLong(entry.getComment()) : entry.getSize(),
                        entry.getCrc());
            }
        }
        return null;
    }

    /** Returns true if a library is compressed. Its own Java code then cannot load it without {@link #folder}. */
    public boolean arePacked() {
        return libraries.stream().anyMatch(Library::isPacked);
    }

    /** Returns the folder with all libraries in the user's folder for caches; null if they cannot be used there. */
    public @Nullable Path cached() throws IOException {
        if (cache == null || libraries.isEmpty()) {
            return null;
        }
        StringBuilder full = new StringBuilder(name);
        libraries.forEach(each -> full.append('-').append(Long.toHexString(each.checksum)));
        Path folder = cache.resolve(full.toString());
        Files.createDirectories(cache.resolveSibling(""));
        for (Path each : List.of(cache, folder)) {
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
        return unpack(folder) ? folder : null;
    }

    /** Returns the folder with all libraries: in the user's folder for caches, or else a temporary folder that this JVM deletes at its end. */
    public Path folder() throws IOException {
        IOException problem = null;
        try {
            Path cached = cached();
            if (cached != null) {
                return cached;
            }
        } catch (IOException e) {
            problem = e; // the folder cannot be written, or the disk is full
        }
        Path temporary = Files.createTempDirectory("loadharness-" + name);
        temporary.toFile().deleteOnExit();
        try {
            for (Library each : libraries) {
                temporary.resolve(each.file).toFile().deleteOnExit();
            }
            unpack(temporary);
        } catch (IOException e) {
            TemporaryFolders.delete(temporary);
            if (problem != null) {
                e.addSuppressed(problem);
            }
            throw e;
        }
        return temporary;
    }

    /** Returns true if only the current user can write to a folder. */
    private static boolean isPrivate(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        return FolderAccess.owner(folder) == FolderAccess.currentUser()
                && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Returns true if all files are complete and may be executed, which a file system can forbid. */
    private boolean unpack(Path folder) throws IOException {
        boolean isUsable = true;
        for (Library each : libraries) {
            Path file = folder.resolve(each.file);
            if (Files.notExists(file) || Files.size(file) != each.size) {
                Path fresh = Files.createTempFile(folder, each.file, null, PRIVATE);
                try (InputStream in = each.open()) {
                    Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
                    Files.setPosixFilePermissions(fresh, OWNER_ONLY);
                    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                } finally {
                    Files.deleteIfExists(fresh);
                }
            }
            isUsable &= Files.isExecutable(file);
        }
        return isUsable;
    }
}
