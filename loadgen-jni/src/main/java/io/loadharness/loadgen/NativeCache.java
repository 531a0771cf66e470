// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.internal.FolderAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/**
 * The folder into which JavaCPP unpacks native libraries: {@code ~/.javacpp/cache}, or a folder in the temporary directory if the home
 * directory cannot be written. A user with write access to this folder, to a folder in it or to one of its parents could replace the
 * libraries. Therefore these folders must belong to the current user or to root, and other users must not have write access.
 */
final class NativeCache {

    /** The system property of JavaCPP that sets the folder. */
    static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private static final String NAME = ".javacpp";

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
     * Checks the folders from the root to a file in the cache, and the files next to this file. Removes the write access of other users to
     * the folders of the current user that JavaCPP creates.
     *
     * @throws IllegalStateException if another user owns one of the folders or files, or still has write access to a folder
     */
    void requirePrivate(Path file) throws IOException {
        if (!FolderAccess.isSupported(file)) {
            return;
        }
        List<Path> created = folders(file.toAbsolutePath().normalize());
        Optional<String> problem = FolderAccess.problemOfParents(created.get(0));
        if (problem.isPresent()) {
            throw replaceable(problem.get());
        }
        for (Path each : created) {
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
        if (!FolderAccess.isWritableByOthers(each)) {
            return;
        }
        if (owner == FolderAccess.ROOT && FolderAccess.currentUser() != FolderAccess.ROOT) {
            throw replaceable("any user can write to " + each);
        }
        Set<PosixFilePermission> kept = Files.getPosixFilePermissions(each);
        kept.remove(PosixFilePermission.GROUP_WRITE);
        kept.remove(PosixFilePermission.OTHERS_WRITE);
        Files.setPosixFilePermissions(each, kept);
    }

    private static int requireOwn(Path each) throws IOException {
        int owner = FolderAccess.owner(each);
        if (owner != FolderAccess.ROOT && owner != FolderAccess.currentUser()) {
            throw replaceable(each + " belongs to the user " + Files.getOwner(each));
        }
        return owner;
    }

    private static IllegalStateException replaceable(String problem) {
        return new IllegalStateException(problem
                + ": another user could replace LoadGen's native code in it; correct the owner and the permissions"
                + " of the folder, or set the system property " + PROPERTY + " to a folder of your own");
    }
}
