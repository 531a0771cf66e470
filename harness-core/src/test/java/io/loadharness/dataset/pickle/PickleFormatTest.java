package io.loadharness.dataset.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PickleFormatTest {

    @ParameterizedTest
    @MethodSource("tables")
    void findsTheRowsThatPythonWrote(String name) throws IOException {
        Path expected = PickleFile.of(name.replaceAll("-\\d\\.pkl$", ".jsonl"));

        JsonLines rows = new JsonLines();
        PickleFile.read(PickleFile.bytes(name), rows);

        assertThat(rows.lines().stream().map(PlainJson::of))
                .containsExactlyElementsOf(
                        Files.readAllLines(expected).stream().map(PlainJson::of).toList());
    }

    private static List<String> tables() {
        return PickleFile.tables();
    }
}
