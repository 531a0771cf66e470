// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Harness;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RivalTest {

    @TempDir
    Path folder;

    @Test
    void versionsAreFixed() {
        assertThat(Arrays.stream(Rival.values()).map(Rival::requirement))
                .containsExactly("guidellm==0.8.1", "aiperf==0.13.0", "inference-perf==0.7.0");
    }

    @Test
    void eachCommandHasTheServerTheLoadAndThePrompts() throws Exception {
        ChatLoad load = new ChatLoad(URI.create("http://127.0.0.1:8000"), 300, folder);
        PythonEnvironment environment = new PythonEnvironment(Path.of("venv"));

        List<String> guidellm = Rival.GUIDELLM.in(environment).command(load, folder);
        List<String> aiperf = Rival.AIPERF.in(environment).command(load, folder);
        List<String> inferencePerf = Rival.INFERENCE_PERF.in(environment).command(load, folder);

        assertThat(guidellm)
                .startsWith("venv/bin/guidellm", "run")
                .contains(
                        "kind=concurrent,streams=32",
                        "kind=max_requests,count=300",
                        "kind=json_file,path=" + load.prompts());
        assertThat(aiperf)
                .startsWith("venv/bin/aiperf", "profile", "--url", "http://127.0.0.1:8000")
                .containsSequence("--request-count", "300", "--concurrency", "32")
                .contains(
                        "--streaming",
                        "--use-server-token-count",
                        load.prompts().toString());
        assertThat(inferencePerf).startsWith("venv/bin/inference-perf", "-c");
        assertThat(Files.readString(Path.of(inferencePerf.get(2))))
                .contains(
                        "http://127.0.0.1:8000",
                        "num_requests: 300, concurrency_level: 32",
                        load.conversations().toString(),
                        load.tokenizer().toString());
    }

    @Test
    void promptFilesHaveOnePromptForEachRequest() throws Exception {
        ChatLoad load = new ChatLoad(URI.create("http://127.0.0.1:8000"), 3, folder);
        load.writePrompts();

        ObjectMapper json = new ObjectMapper();
        List<String> lines = Files.readAllLines(load.prompts());
        assertThat(lines).hasSize(3);
        assertThat(json.readTree(lines.get(2)).get("prompt").asText()).startsWith("Question 2: word0 word1 ");
        assertThat(json.readTree(load.conversations().toFile()))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.get("conversations")).hasSize(2));
    }

    @Test
    void missingPackageIsTheReasonOfTheFailure() {
        ChatClient client = Rival.AIPERF.notInstalled(new IOException("no matching distribution"));

        assertThat(client.label()).isEqualTo("aiperf");
        assertThatThrownBy(() -> client.command(new ChatLoad(URI.create("http://127.0.0.1"), 1, folder), folder))
                .hasMessage("not installed: no matching distribution");
    }

    @Test
    void unknownRivalIsReportedWithAllNames() {
        BenchSession session = BenchSession.of("bench", "rivals", "--rival", "genai");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines().get(0))
                .contains("unknown rival 'genai'. Allowed: ", "guidellm, aiperf", "inference-perf");
    }

    @Test
    void commandOfThePageIsParsed() throws IOException {
        String page = Files.readString(Path.of("../docs/start/evidence.md"));
        String command = page.lines()
                .filter(line -> line.startsWith("./harness bench"))
                .findFirst()
                .orElseThrow();

        assertThatNoException().isThrownBy(() -> Harness.commandLine()
                .parseArgs(command.substring("./harness ".length()).split(" ")));
    }
}
