// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Creates scripts that replace {@code nsys}. */
public final class FakeNsys {

    private FakeNsys() {}

    /** Returns a profile that uses a script in place of {@code nsys}. */
    public static Profile profile(Path folder, String script) throws IOException {
        Path program = Files.writeString(folder.resolve("nsys"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new Profile(
                ProfilerKind.NSYS,
                Optional.of(program.toString()),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofMinutes(1));
    }
}
