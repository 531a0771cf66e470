// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.testkit.RecordedResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python package, and the worker that the page of the protocol shows. */
@Timeout(300)
class PythonPackageTest {

    @TempDir
    Path folder;

    @Tag("slow")
    @Test
    void testsOfThePackagePass() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("python3", "-B", "-m", "unittest", "discover", "-s", "tests")
                .directory(PythonWorker.folder().toFile())
                .redirectErrorStream(true);
        Process tests = builder.start();
        String output = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tests.waitFor()).as(output).isZero();
        assertThat(output).containsPattern("Ran \\d\\d tests");
    }

    @Test
    void workerOfTheProtocolPageMirrorsPrompts() throws Exception {
        String page = Files.readString(PythonWorker.folder().resolve("../../docs/reference/worker-protocol.md"));
        String program = page.substring(page.indexOf("```python") + 10);
        Path script = Files.writeString(folder.resolve("mirror.py"), program.substring(0, program.indexOf("```")));
        try (EngineProcess engine = EngineProcess.builder()
                .command(List.of("python3", script.toString()))
                .logFolder(folder.resolve("logs"))
                .build()
                .get(0)) {
            engine.start();
            List<RecordedResponse> responses = List.of(new RecordedResponse(), new RecordedResponse());
            engine.sendTogether(
                    List.of(InferenceRequest.of(0, Prompt.of(5, -6, 7)), InferenceRequest.of(1, Prompt.of(8))),
                    responses);

            assertThat(responses.get(0).await().response().output().tokenIds()).containsExactly(5, -6, 7);
            assertThat(responses.get(1).await().response().output().tokenIds()).containsExactly(8);
        }
    }
}
