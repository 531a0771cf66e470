// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A Python environment with the packages that the pages use. It is kept between builds. */
final class Python {

    private static final Path ENVIRONMENT = Path.of("target/python").toAbsolutePath();
    private static final Path READY = ENVIRONMENT.resolve("ready-with-pandas");

    private static final Path LOCK = Path.of("target/python.lock").toAbsolutePath();

    private Python() {}

    /** Returns the output of a script. The test is skipped if this machine cannot create the environment. */
    static String outputOf(String script, String... arguments) throws IOException, InterruptedException {
        assumeTrue(isThere(), "no python3 with venv and pip, or cbor2, numpy and pandas cannot be had");
        Path file = Files.writeString(Files.createTempFile(ENVIRONMENT, "script", ".py"), script);
        List<String> command =
                new ArrayList<>(List.of(ENVIRONMENT.resolve("bin/python").toString(), file.toString()));
        command.addAll(List.of(arguments));
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(output).isZero();
        return output.strip();
    }

    /** Returns true if the environment exists. If two test processes need the environment, one creates it and the other waits. */
    private static boolean isThere() throws IOException, InterruptedException {
        Files.createDirectories(LOCK.getParent());
        try (FileChannel lock = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            return held.isValid() && isMade();
        }
    }

    private static boolean isMade() throws IOException, InterruptedException {
        if (!Files.exists(READY)) {
            if (!succeeds("python3", "-m", "venv", ENVIRONMENT.toString())
                    || !succeeds(
                            ENVIRONMENT.resolve("bin/python").toString(),
                            "-m",
                            "pip",
                            "install",
                            "--quiet",
                            "cbor2==6.2.1",
                            "numpy>=1.26",
                            "pandas>=2.2")) {
                return false;
            }
            Files.createFile(READY);
        }
        return true;
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
