// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.report.ReportException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternPackTest {

    private static final Set<String> TEXTS = Set.of(
            "version",
            "model",
            "load_format",
            "sleep_mode",
            "arguments",
            "freed",
            "in_use",
            "seconds",
            "failure",
            "gpu_uuid",
            "gpu_name",
            "compute_cap",
            "persistence_mode");

    @TempDir
    private Path folder;

    @Test
    void allFieldsOfBuiltInPacksAreKnown() {
        Set<String> known = new HashSet<>(TEXTS);
        Fact.all().map(Fact::id).forEach(known::add);

        assertThat(PatternPack.builtIn())
                .flatExtracting(pack -> pack.lines().values())
                .allSatisfy(templates -> assertThat((List<?>) templates).allSatisfy(template -> assertThat(
                                ((LineTemplate) template).fields().keySet())
                        .isSubsetOf(known)));
    }

    @Test
    void customPackReadsAnotherLog() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.json"), """
                {"name": "mine", "since": "1.0", "differs": "vllm-0.19",
                 "lines": {"begins": ["Hello from {version:word}"], "loaded": ["Weights are in: {load_size:size} within {load_time:time}"]}}
                """);
        String log = """
                INFO 05-06 10:00:00 Hello from 1.0.3
                INFO 05-06 10:00:01 Starting to load model m...
                INFO 05-06 10:00:05 Weights are in: 2 GB within 3 s
                """;

        Startup startup = StartupLog.read(
                        "the log",
                        new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)),
                        new LogTime(ZoneOffset.UTC, Optional.empty(), StartupLogs.END),
                        List.of(PatternPack.builtIn().get(0), PatternPack.read(file)))
                .get(0);

        assertThat(startup.patterns()).isEqualTo("mine");
        assertThat(startup.facts()).isEqualTo(Map.of(Fact.LOAD_SIZE, 2e9, Fact.LOAD_TIME, 3.0));
        assertThat(startup.phases()).extracting(Phase::title).containsExactly("Model Loading");
    }

    @Test
    void exampleInTheDocumentationIsValid() throws IOException {
        String page = Files.readString(Path.of("../../docs/guides/startup.md"));
        String json = page.substring(page.indexOf("```json") + 7);
        Path file = Files.writeString(folder.resolve("mine.json"), json.substring(0, json.indexOf("```")));

        assertThat(PatternPack.read(file).name()).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | Cannot deserialize",
                "{} | the key \"name\" or \"since\" is missing",
                "null | the key \"name\" or \"since\" is missing",
                "{\"name\": \"a\", \"since\": \"new\"} | \"new\" is not a version such as 0.8",
                "{\"name\": \"a\", \"since\": \"1.0\", \"differs\": \"b\"} | \"differs\" names the unknown pack \"b\"; available are [vllm-0.6,",
                "{\"name\": \"a\", \"since\": \"1.0\", \"lines\": {\"x\": [\"{y:word}\"]}} | must start with fixed text",
                "{\"name\": \"a\", \"since\": \"1.0\", \"lines\": {\"x\": [\"z {y:wrd}\"]}} | unknown field kind 'wrd'",
                "{\"name\": \"a\", \"since\": \"1.0\", \"lines\": {\"failed\": [\"Engine died\"]}} | the template \"Engine died\" of event failed requires a field failure",
                "{\"name\": \"a\", \"since\": \"1.0\", \"lines\": {\"awake\": [\"up {seconds:word}\"]}} | must declare the field seconds as time, size, binary-size or count",
                "{\"name\": \"a\", \"since\": \"1.0\", \"lines\": {\"begins\": [\"v {version:count}\"]}} | must declare the field version as word, quoted or rest",
                "{\"name\": \"a\", \"since\": \"1.0\", \"linse\": {}} | Unrecognized field \"linse\"",
                "{\"name\": \"a\", \"since\": \"1.0\", \"lines\": {\"loaded\": [\"x\"]}, \"phases\": [{\"title\": \"t\", \"ends\": [\"load\"]}]} | did you mean 'loaded'?"
            })
    void messageNamesTheProblemOfAFile(String json, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("pack.json"), json);

        assertThatThrownBy(() -> PatternPack.read(file))
                .isInstanceOf(ReportException.class)
                .hasMessageStartingWith(file + " is not a valid pattern pack: ")
                .hasMessageContaining(message);
    }
}
