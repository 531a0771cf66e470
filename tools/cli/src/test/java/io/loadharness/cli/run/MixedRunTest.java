// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.llama.TinyModel;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that measure a server, worker processes and an engine in this process, alone and together. */
@Timeout(600)
class MixedRunTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private SimulatedServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(3), Duration.ofMillis(1)))
                .build());
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    @Test
    void weightsDistributeOverAServerAndWorkerProcesses() throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                server:
                  url: %s
                engines:
                  engine-command: %s
                  processes: 2
                  devices: 0;1
                schedule:
                  load: concurrent
                  requests: 100
                spread:
                  concurrency: 4
                  routing: weighted
                  weight: [3, 1, 1]
                generation:
                  max-tokens: 5
                """.formatted(server.uri(), worker()));

        assertThat(Session.of("validate", file.toString()).out())
                .contains("Servers and engines: " + server.uri() + ", engine-0, engine-1", "| --processes");
        JsonNode result = run(folder.resolve("mixed"), file.toString());

        assertThat(completed(result)).isEqualTo(Map.of(server.uri().toString(), 60L, "engine-0", 20L, "engine-1", 20L));
        assertThat(result.at("/counts/completed").asLong()).isEqualTo(100);
        assertThat(result.at("/counts/output_tokens").asLong()).isEqualTo(500);
        assertThat(result.at("/run/endpoints")).hasSize(3);
        assertThat(Files.readString(folder.resolve("mixed/report.html"))).contains("engine-0", "engine-1");
    }

    @Test
    void anEngineOfThisProcessSharesARunWithAServer() throws IOException {
        Path model = TinyModel.write(folder.resolve("tiny.gguf"));

        JsonNode result = run(
                folder.resolve("mixed"),
                "--url",
                server.uri().toString(),
                "--model",
                "simulated",
                "--engine",
                "llama",
                "--engine-option",
                "model=" + model,
                "--engine-option",
                "threads=1",
                "--load",
                "concurrent",
                "--requests",
                "20",
                "--concurrency",
                "2",
                "--routing",
                "weighted",
                "--weight",
                "1,3",
                "--max-tokens",
                "5");

        assertThat(completed(result)).isEqualTo(Map.of(server.uri().toString(), 5L, "llama", 15L));
    }

    @Test
    void modelOfTheServersDoesNotReplaceTheModelInTheCommandOfAWorker() throws IOException {
        Path script = Files.writeString(folder.resolve("worker.py"), """
                import sys
                sys.path.insert(0, r'%s')
                from loadharness_worker import Worker, run
                class Named(Worker):
                    def load(self, options):
                        self.model = options.get("model", "own")
                    def generate(self, request):
                        yield [1, 2]
                run(Named())
                """.formatted(pythonPackage()));
        for (String option : List.of("", " --model own", " --model=own")) {
            List<String> arguments =
                    new ArrayList<>(List.of("run", "--url", server.uri().toString()));
            arguments.addAll(List.of("--model", "simulated", "--engine-command", "python3 -B " + script + option));
            arguments.addAll(List.of("--load", "concurrent", "--requests", "20", "--concurrency", "2"));
            arguments.addAll(List.of("--warm-up", "0", "--max-tokens", "5"));
            arguments.addAll(
                    List.of("--output-dir", folder.resolve("run" + option).toString()));
            arguments.addAll(LenientClient.OPTIONS);
            Session session = Session.of(arguments.toArray(String[]::new));

            assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.out())
                    .contains("engine process 0 loaded python, " + (option.isEmpty() ? "simulated" : "own") + " in ");
        }
    }

    @Test
    void theSameFileMeasuresAnEngineInPlaceOfAServer() throws IOException {
        Path model = TinyModel.write(folder.resolve("tiny.gguf"));
        String load = """
                schedule:
                  load: concurrent
                  requests: 40
                spread:
                  concurrency: 2
                generation:
                  max-tokens: 5
                  ignore-eos: true
                """;
        Path ofServer = Files.writeString(folder.resolve("server.yaml"), """
                server:
                  url: %s
                  enable-metrics: true
                """.formatted(server.uri()) + load);
        Path ofEngine = Files.writeString(folder.resolve("engine.yaml"), """
                engines:
                  engine: llama
                  model: %s
                  warm-up: 2
                  engine-option:
                    threads: 1
                    sequences: 2
                """.formatted(model) + load);
        JsonNode measured = run(folder.resolve("engine"), ofEngine.toString());
        run(folder.resolve("server"), ofServer.toString());

        assertThat(completed(measured)).isEqualTo(Map.of("llama", 40L));
        assertThat(setting(measured, "--engine")).isEqualTo("llama");
        assertThat(setting(measured, "--engine-option")).isEqualTo("threads=1, sequences=2");
        assertThat(setting(measured, "--model")).isEqualTo(model.toString());
        Session compared = Session.of(
                "compare",
                folder.resolve("engine").toString(),
                folder.resolve("server").toString(),
                "--json");
        assertThat(compared.err()).isEmpty();
        JsonNode phases = JSON.readTree(compared.out()).at("/phases/0");
        assertThat(phases.at("/phases")).hasSize(5);
        assertThat(phases.at("/phases/2/parts/0")).isEmpty();
        assertThat(phases.at("/phases/2/parts/1")).hasSize(3);
        double sum = 0;
        for (JsonNode each : phases.at("/phases")) {
            sum += each.at("/difference/absolute").asDouble();
        }
        assertThat(sum).isCloseTo(phases.at("/total/difference/absolute").asDouble(), within(1.0));
    }

    @Test
    void anOptionOfBothSectionsIsWrittenOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                server:
                  model: a
                engines:
                  engine: llama
                  model: b
                """);

        Session session = Session.of("validate", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains("run.yaml", "server.model and engines.model set the same option: write only one of them");
    }

    @Test
    void keysOfServersAreRefusedInEngines() throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                engines:
                  engine: llama
                  url: http://a:1
                """);

        assertThat(Session.of("validate", file.toString()).err())
                .contains("engines.url is in the wrong place: write it as server.url");
    }

    private static String setting(JsonNode result, String name) {
        for (JsonNode each : result.at("/run/settings")) {
            if (each.at("/name").asText().equals(name)) {
                return each.at("/value").asText();
            }
        }
        return "";
    }

    private static Map<String, Long> completed(JsonNode result) {
        Map<String, Long> counts = new TreeMap<>();
        for (JsonNode each : result.at("/endpoints")) {
            counts.put(
                    each.at("/endpoint").asText(), each.at("/counts/completed").asLong());
        }
        return counts;
    }

    private static JsonNode run(Path output, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        all.addAll(LenientClient.OPTIONS);
        all.addAll(List.of("--output-dir", output.toString()));
        Session session = Session.of(all.toArray(String[]::new));
        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        return JSON.readTree(output.resolve("result.json").toFile());
    }

    private static String worker() {
        return "env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" + pythonPackage()
                + " python3 -m loadharness_worker echo --tokens 5";
    }

    private static Path pythonPackage() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("integrations/python"))) {
            here = here.getParent();
        }
        return here.resolve("integrations/python");
    }
}
