// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** This module has all commands of the command line on its class path, those of {@code bench} too. */
class CliReferenceTest {

    private static final Path PAGE = Path.of("../docs/cli-reference.md");

    /** With {@code -Dloadharness.reference=write} the page is written anew first. */
    @Test
    void thePageSaysWhatTheCommandsSay() throws IOException {
        if (System.getProperty("loadharness.reference", "").equals("write")) {
            Files.writeString(PAGE, CliReference.page());
        }

        assertThat(Files.readString(PAGE))
                .as("to write it again, add -Dloadharness.reference=write")
                .isEqualTo(CliReference.page());
    }
}
