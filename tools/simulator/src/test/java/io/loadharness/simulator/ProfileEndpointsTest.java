// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProfileEndpointsTest {

    @TempDir
    Path folder;

    private static String post(SimulatedServer server, String path) throws IOException {
        String response = RawClient.ask(server, path, "").head();
        return response.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
    }

    private List<Path> traces() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void stopWritesTheCountersOfTheProfile() throws Exception {
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().profileFolder(folder).build())) {
            RawClient.ask(server, "/v1/completions", "{\"prompt\":[1],\"max_tokens\":9}");
            assertThat(post(server, "/start_profile")).isEqualTo("200");
            RawClient.ask(server, "/v1/completions", "{\"prompt\":[1,2],\"max_tokens\":4}");
            assertThat(post(server, "/stop_profile")).isEqualTo("200");
        }

        assertThat(traces()).singleElement().satisfies(trace -> assertThat(trace)
                .content()
                .contains("\"args\": {\"requests\": 1, \"prompt_tokens\": 2, \"generation_tokens\": 4}"));
    }

    @Test
    void startAndStopMustAlternate() throws Exception {
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().profileFolder(folder).build())) {
            assertThat(post(server, "/stop_profile")).isEqualTo("409");
            assertThat(post(server, "/start_profile")).isEqualTo("200");
            assertThat(post(server, "/start_profile")).isEqualTo("409");
        }
        assertThat(traces()).isEmpty();
    }

    @Test
    void withoutAFolderTheEndpointsDoNotExist() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            assertThat(post(server, "/start_profile")).isEqualTo("404");
        }
    }

    @Test
    void stopCanBeRepeatedAfterAServerError() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().profileFolder(file).build())) {
            assertThat(post(server, "/start_profile")).isEqualTo("200");
            assertThat(post(server, "/stop_profile")).isEqualTo("500");
            Files.delete(file);
            assertThat(post(server, "/stop_profile")).isEqualTo("200");
            assertThat(file).isDirectoryContaining("glob:**.pt.trace.json");
            assertThat(post(server, "/stop_profile")).isEqualTo("409");
        }
    }
}
