// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads files in a JVM whose heap is too small for them. */
@Tag("scarce")
@Timeout(300)
class SmallHeapTest {

    private static final int ROWS = 30_000;
    private static final String TEXT = "abcdefgh".repeat(500);

    @TempDir
    static Path folder;

    /** Reads a file and prints the error. Runs in the small JVM. */
    static final class ReadingProgram {

        private ReadingProgram() {}

        public static void main(String[] arguments) throws IOException {
            try {
                DatasetReader reader = new DatasetReader();
                if (arguments.length > 1) {
                    reader.only(List.of(arguments[1]));
                }
                Dataset read = reader.read(Path.of(arguments[0]));
                System.out.println(read.rows() + " rows");
            } catch (DatasetException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @BeforeAll
    static void writeFiles() throws IOException {
        try (Writer lines = Files.newBufferedWriter(folder.resolve("rows.jsonl"));
                Writer cells = Files.newBufferedWriter(folder.resolve("rows.csv"));
                Writer packed = new BufferedWriter(new OutputStreamWriter(
                        new GZIPOutputStream(Files.newOutputStream(folder.resolve("rows.jsonl.gz"))),
                        StandardCharsets.UTF_8))) {
            cells.write("id,prompt\n");
            for (int i = 0; i < ROWS; i++) {
                String line = "{\"id\": " + i + ", \"prompt\": \"" + TEXT + "\"}\n";
                lines.write(line);
                packed.write(line);
                cells.write(i + "," + TEXT + "\n");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"rows.jsonl, 40", "rows.jsonl, 60", "rows.jsonl, 90", "rows.csv, 60", "rows.jsonl.gz, 70"})
    void fileThatDoesNotFitIsNamed(String name, int heap) throws Exception {
        Path file = folder.resolve(name);

        String output = output(heap, file.toString());

        assertThat(output)
                .matches("\\Q" + file + "\\E does not fit into the memory of Java, \\d+ MiB: it was read to row"
                        + " \\d+; select columns, or set a larger heap, for example JAVA_TOOL_OPTIONS=-Xmx16g");
    }

    @Test
    void chosenColumnsFit() throws Exception {
        assertThat(output(40, folder.resolve("rows.jsonl").toString(), "id")).isEqualTo(ROWS + " rows");
    }

    private static String output(int heap, String... arguments) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(
                List.of(java.toString(), "-XX:+UseG1GC", "-Xmx" + heap + "m", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ReadingProgram.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return output;
    }
}
