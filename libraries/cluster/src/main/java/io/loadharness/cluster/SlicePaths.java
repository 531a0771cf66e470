// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the paths of files that the coordinator and the workers exchange, and sets the permissions of these files. */
final class SlicePaths {

    private static final int MAX_LENGTH = 500;
    private static final Pattern SEGMENT = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,255}");
    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private SlicePaths() {}

    /**
     * Checks that a path stays below its folder.
     *
     * @throws IllegalArgumentException if the path is absolute, or contains empty names, {@code .} or {@code ..}
     */
    static void check(String path) {
        boolean isAllowed = path.length() <= MAX_LENGTH
                && Stream.of(path.split("/", -1))
                        .allMatch(each -> SEGMENT.matcher(each).matches() && !each.equals(".") && !each.equals(".."));
        if (!isAllowed) {
            throw new IllegalArgumentException("the path '" + WorkerIdentity.printable(path) + "' is not allowed");
        }
    }

    /** Returns the attributes of a new file that only its owner can read. */
    static FileAttribute<?>[] privateFile() {
        return attributes("rw-------");
    }

    /** Returns the attributes of a new folder that only its owner can access. */
    static FileAttribute<?>[] privateFolder() {
        return attributes("rwx------");
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        return IS_POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Returns the files below a folder, as relative paths with the separator {@code /}, in alphabetical order. */
    static List<String> below(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .map(each -> folder.relativize(each).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }
}
