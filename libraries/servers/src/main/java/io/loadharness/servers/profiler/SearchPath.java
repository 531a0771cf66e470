// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A search path for programs.
 *
 * @param folders the folders, in the format of the variable {@code PATH}
 * @param here the base folder for relative program paths
 */
public record SearchPath(String folders, Path here) {

    /** Returns the search path of this process. */
    public static SearchPath ofThisProcess() {
        return new SearchPath(Objects.requireNonNullElse(System.getenv("PATH"), ""), Path.of(""));
    }

    /**
     * Returns true if a program exists in one of the folders and is executable. A program name with a slash is a path. In this case, the
     * folders are not searched.
     */
    public boolean has(String program) {
        if (program.contains("/")) {
            return isProgram(here.resolve(program));
        }
        return List.of(folders.split(File.pathSeparator, -1)).stream()
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> isProgram(Path.of(folder, program)));
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
