// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Tests the reference page of the command line. The test is in this module, because its class path contains all commands, including
 * {@code bench}.
 */
class CliReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/cli-reference.md");

    /** Compares the page. With {@code -Dloadharness.reference=write}, the test writes the page first. */
    @Test
    void pageMatchesTheCommands() throws IOException {
        if (System.getProperty("loadharness.reference", "").equals("write")) {
            Files.writeString(PAGE, CliReference.page());
        }

        assertThat(Files.readString(PAGE))
                .as("to write it again, add -Dloadharness.reference=write")
                .isEqualTo(CliReference.page());
    }
}
