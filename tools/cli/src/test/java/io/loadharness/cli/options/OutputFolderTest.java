// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {

    @Test
    void theDefaultDiffersForCommandsOfOneSecond() {
        assertThat(OutputFolder.of("run").toString()).matches("loadharness-logs/run-\\d{8}-\\d{6}-\\d{3}");
    }

    @Test
    void aLinkWithoutATargetIsNamed(@TempDir Path folder) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("logs"), folder.resolve("missing"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputFolder.check(link.resolve("run")))
                .withMessage("--output-dir: " + link + " is a symbolic link whose target does not exist: create the"
                        + " target, or choose another path");
    }
}
