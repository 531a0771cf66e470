// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives of a {@code tar} that failed because of some files. */
class PodExecTest {

    private static final Optional<String> FAILURE =
            Optional.of("tar in the pod p failed with exit code 2: ./home: denied");

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();
    private Path archive;

    @BeforeEach
    void write() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        Files.writeString(source.resolve("report"), "text");
        archive = folder.resolve("archive");
        Process tar = new ProcessBuilder("tar", "-C", source.toString(), "-cf", archive.toString(), ".").start();
        assertThat(tar.waitFor()).isZero();
    }

    @Test
    void aCompleteArchiveIsExtractedWithAWarning() throws IOException {
        PodExec.extract(archive, folder.resolve("copy"), FAILURE, Optional.of(warnings::add));
        assertThat(folder.resolve("copy/report")).hasContent("text");
        assertThat(warnings).containsExactly("Some files were not copied: " + FAILURE.get());
    }

    @Test
    void anIncompleteArchiveFailsWithTheErrorOfTar() throws IOException {
        Files.write(archive, Arrays.copyOf(Files.readAllBytes(archive), 1024));
        assertThatThrownBy(() -> PodExec.extract(archive, folder.resolve("copy"), FAILURE, Optional.of(warnings::add)))
                .isInstanceOf(IOException.class)
                .hasMessage(FAILURE.get());
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'', 0, true", "bench1, 0, false", "bench1, 3, false", "bench1, 1, true"})
    void onlyAClaimAndAnIncompleteRunMayMissFiles(String run, int exitCode, boolean mayMissFiles) {
        KubernetesOptions options = KubernetesOptions.of(
                Map.of("image", "example.com/lh:1", "pvc", "p", "skip-run", "true", "run-name", run));
        assertThat(KubernetesRun.mayMissFiles(options, OptionalInt.of(exitCode)))
                .isEqualTo(mayMissFiles);
    }

    @Test
    void resultsOfARunMustBeComplete() {
        assertThatThrownBy(() -> PodExec.extract(archive, folder.resolve("copy"), FAILURE, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessage(FAILURE.get());
        assertThat(folder.resolve("copy")).doesNotExist();
    }
}
