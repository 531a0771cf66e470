// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script that prepares a host, run on this machine. */
@Tag("network")
@EnabledOnOs(OS.LINUX)
class SshPreparationTest {

    private static final int ROUNDS = 10;
    private static final int RUNS = 6;

    @TempDir
    Path temporary;

    private Path java;

    @BeforeEach
    void makeJava() throws IOException {
        java = Files.writeString(temporary.resolve("java"), "#!/bin/sh\necho ' java.specification.version = 17'\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void severalRunsCopyTheSameProgram() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            checkThatAllRunsHaveTheProgram(Files.createDirectory(temporary.resolve("home-" + round)), false);
        }
    }

    @Test
    void severalRunsRepairTheSameProgram() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            checkThatAllRunsHaveTheProgram(Files.createDirectory(temporary.resolve("home-" + round)), true);
        }
    }

    private void checkThatAllRunsHaveTheProgram(Path home, boolean damaged) throws Exception {
        Path jar = Files.writeString(temporary.resolve("program.jar"), "program");
        try (ProgramBundle bundle = ProgramBundle.of(List.of(jar), "exit 0\n")) {
            Path program = home.resolve(".cache/loadharness/programs").resolve(bundle.hash());
            if (damaged) {
                Files.createDirectories(program);
                Files.writeString(program.resolve("000-program.jar"), "damaged");
            }
            List<Process> runs = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                runs.add(prepare(home, bundle));
            }
            for (Process run : runs) {
                String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(run.waitFor()).as(output).isZero();
                assertThat(output).containsPattern("loadharness: (present|copied)");
            }
            assertThat(program.resolve("000-program.jar")).hasContent("program");
            assertThat(program.getParent()).isDirectoryNotContaining("glob:**/.copy.*");
        }
    }

    private Process prepare(Path home, ProgramBundle bundle) throws IOException {
        Path archive = temporary.resolve("program.tar");
        if (!Files.exists(archive)) {
            try (var out = Files.newOutputStream(archive)) {
                bundle.writeTar(out);
            }
        }
        String command =
                new SshPreparation(new SshCommand(List.of(), List.of())).remoteCommand(bundle.hash(), java.toString());
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectInput(archive.toFile());
        builder.environment().put("HOME", home.toString());
        return builder.start();
    }
}
