// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The owners and permissions of folders on Linux and macOS. A user who can write to a folder can replace the files and folders in it,
 * unless the folder has the sticky bit, as {@code /tmp} has.
 */
public final class FolderAccess {

    /** The id of the user root, and of its group. */
    public static final int ROOT = 0;

    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_GROUP = 020;
    private static final int WRITABLE_BY_ALL = 002;

    private FolderAccess() {}

    /** Returns true if the file system of a path has owners and permissions. */
    public static boolean isSupported(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /** Returns the id of the owner of a file or folder. */
    public static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid");
    }

    /** Returns true if members of the group or all users can write to a folder and can replace the files of other users in it. */
    public static boolean isWritableByOthers(Path folder) throws IOException {
        int mode = mode(folder);
        return (mode & (WRITABLE_BY_GROUP | WRITABLE_BY_ALL)) != 0 && (mode & STICKY) == 0;
    }

    /** Returns the id of the current user. If {@code /proc} does not exist, creates a temporary file and returns the id of its owner. */
    public static int currentUser() throws IOException {
        Path own = Path.of("/proc/self");
        if (Files.exists(own)) {
            return owner(own);
        }
        Path created = Files.createTempFile("loadharness", null);
        try {
            return owner(created);
        } finally {
            Files.delete(created);
        }
    }

    /**
     * Returns a sentence about a parent folder through which another user can replace a folder, for example "any user can write to /data";
     * empty if no parent folder has such a problem. The parents must belong to the current user, to root, or to the owner of the home
     * folder. In a container, the home folder of root often belongs to another user. No other user may have write access to the parents. A
     * group may have write access only if its id is the id of one of these users. If the path has symbolic links, the parents of the real
     * folder are checked too.
     */
    public static Optional<String> problemOfParents(Path folder) throws IOException {
        return problemOfParents(folder, Path.of(System.getProperty("user.home")));
    }

    static Optional<String> problemOfParents(Path folder, Path home) throws IOException {
        if (!isSupported(folder)) {
            return Optional.empty();
        }
        Set<Path> parents = new LinkedHashSet<>();
        for (Path start : List.of(folder.toAbsolutePath().normalize(), folder.toRealPath())) {
            for (Path each = start.getParent(); each != null; each = each.getParent()) {
                parents.add(each);
            }
        }
        Set<Integer> trusted = trustedUsers(home);
        for (Path each : parents) {
            Optional<String> problem = problem(each, trusted);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private static Set<Integer> trustedUsers(Path home) throws IOException {
        Set<Integer> trusted = new HashSet<>(List.of(ROOT, currentUser()));
        if (Files.isDirectory(home)) {
            trusted.add(owner(home));
        }
        return trusted;
    }

    private static Optional<String> problem(Path folder, Set<Integer> trusted) throws IOException {
        if (!trusted.contains(owner(folder))) {
            return Optional.of(folder + " belongs to the user " + Files.getOwner(folder));
        }
        if (!isWritableByOthers(folder)) {
            return Optional.empty();
        }
        if ((mode(folder) & WRITABLE_BY_ALL) != 0) {
            return Optional.of("any user can write to " + folder);
        }
        int group = (int) Files.getAttribute(folder, "unix:gid");
        return trusted.contains(group)
                ? Optional.empty()
                : Optional.of("the group "
                        + Files.readAttributes(folder, PosixFileAttributes.class)
                                .group() + " can write to " + folder);
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode");
    }
}
