// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where programs are looked for.
 *
 * @param folders as in the variable {@code PATH}
 * @param here where a program is that is named by a relative path
 */
public record SearchPath(String folders, Path here) {

    /** Whether a program is there and can be run. */
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
