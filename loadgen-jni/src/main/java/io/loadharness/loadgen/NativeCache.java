// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/**
 * The folder into which JavaCPP unpacks native libraries: {@code ~/.javacpp/cache}, or a folder in the temporary directory if the home
 * directory cannot be written. A user with write access to this folder or to a folder in it could replace the libraries. Therefore these
 * folders must belong to the current user or to root, and other users must not have write access.
 */
final class NativeCache {

    /** The system property of JavaCPP that sets the folder. */
    static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private static final String NAME = ".javacpp";
    private static final int ROOT = 0;
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_OTHERS = 022;

    private final Path folder;

    NativeCache(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /**
     * Returns JavaCPP's cache. If its folder does not exist in the home directory, creates the folder with access only for the current
     * user.
     */
    static NativeCache prepared() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));
        Path cache = home.resolve(NAME).resolve("cache");
        if (System.getProperty(PROPERTY) == null && Files.notExists(cache) && Files.isWritable(home)) {
            createPrivate(cache);
        }
        return new NativeCache(Loader.getCacheDir().toPath());
    }

    private static void createPrivate(Path folder) {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException | UnsupportedOperationException e) {
            // JavaCPP creates it, or chooses another folder
        }
    }

    /**
     * Checks the folders from the cache to a file in it, and the files next to this file. Removes the write access of other users to the
     * folders of the current user.
     *
     * @throws IllegalStateException if another user owns one of the folders or files, or still has write access to a folder
     */
    void requirePrivate(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return;
        }
        for (Path each : folders(file.toAbsolutePath().normalize())) {
            requirePrivateFolder(each);
        }
        try (Stream<Path> siblings = Files.list(file.resolveSibling(""))) {
            for (Path each : siblings.toList()) {
                requireOwn(each);
            }
        }
    }

    /** Returns the folders that JavaCPP creates, the outermost first. */
    private List<Path> folders(Path file) {
        List<Path> folders = new ArrayList<>();
        for (Path each = file.getParent(); each != null && each.startsWith(folder); each = each.getParent()) {
            folders.add(0, each);
        }
        for (Path each = folder.getParent();
                each != null
                        && each.getFileName() != null
                        && each.getFileName().toString().startsWith(NAME);
                each = each.getParent()) {
            folders.add(0, each);
        }
        return folders;
    }

    private static void requirePrivateFolder(Path each) throws IOException {
        int owner = requireOwn(each);
        int mode = mode(each);
        if ((mode & WRITABLE_BY_OTHERS) == 0 || (mode & STICKY) != 0) {
            return;
        }
        if (owner == ROOT && user() != ROOT) {
            throw new IllegalStateException(
                    "any user can write to " + each + ", and could replace LoadGen's native code in it: " + remedy());
        }
        Set<PosixFilePermission> kept = Files.getPosixFilePermissions(each);
        kept.remove(PosixFilePermission.GROUP_WRITE);
        kept.remove(PosixFilePermission.OTHERS_WRITE);
        Files.setPosixFilePermissions(each, kept);
    }

    private static int requireOwn(Path each) throws IOException {
        int owner = (int) Files.getAttribute(each, "unix:uid");
        if (owner != ROOT && owner != user()) {
            throw new IllegalStateException(each + " belongs to the user " + Files.getOwner(each)
                    + ", who could replace LoadGen's native code in it: " + remedy());
        }
        return owner;
    }

    private static String remedy() {
        return "set the system property " + PROPERTY + " to a folder of your own";
    }

    private static int mode(Path each) throws IOException {
        return (int) Files.getAttribute(each, "unix:mode");
    }

    /** Returns the id of the current user. If {@code /proc} does not exist, creates a temporary file and returns the id of its owner. */
    private static int user() throws IOException {
        Path own = Path.of("/proc/self");
        if (Files.exists(own)) {
            return (int) Files.getAttribute(own, "unix:uid");
        }
        Path created = Files.createTempFile("loadharness", null);
        try {
            return (int) Files.getAttribute(created, "unix:uid");
        } finally {
            Files.delete(created);
        }
    }
}
