// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the processes that were started below a log folder, by the variable that they inherit. */
final class OwnProcesses {

    private OwnProcesses() {}

    static List<ProcessHandle> of(Path folder) throws IOException {
        List<String> marks = new ArrayList<>();
        Path logs = folder.resolve("logs");
        if (Files.isDirectory(logs)) {
            try (Stream<Path> runs = Files.list(logs)) {
                runs.forEach(each -> marks.add("HARNESS_SERVER_ID=" + each.getFileName()));
            }
        }
        return ProcessHandle.allProcesses()
                .filter(each ->
                        marks.stream().anyMatch(mark -> environment(each).contains(mark)))
                .toList();
    }

    private static String environment(ProcessHandle process) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", String.valueOf(process.pid()), "environ")),
                    StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
