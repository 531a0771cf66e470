// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data sets that fit into the heap, but whose further use does not. Each command runs in a small JVM. */
@Tag("scarce")
@Timeout(300)
class SmallHeapCommandTest {

    private static final String REMEDY =
            "; select columns, or set a larger heap, for example JAVA_TOOL_OPTIONS=-Xmx16g\\.\\n";

    @TempDir
    Path folder;

    @Test
    void inspectNamesTheFileWhoseSummaryDoesNotFit() throws Exception {
        int ids = 5_000_000;
        Path file = folder.resolve("row.npy");
        String header = "{'descr': '<i4', 'fortran_order': False, 'shape': (1, " + ids + "), }\n";
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length(), 0});
            out.write(header.getBytes(StandardCharsets.US_ASCII));
            byte[] id = {0x15, (byte) 0xcd, 0x5b, 0x07}; // 123456789
            byte[] block = new byte[4 * 50_000];
            for (int i = 0; i < block.length; i++) {
                block[i] = id[i % 4];
            }
            for (int i = 0; i < ids / 50_000; i++) {
                out.write(block);
            }
        }

        assertThat(failure(ExitCode.FAILED, 110, "dataset", "inspect", file.toString()))
                .matches("(?s).*\\Q" + file + "\\E does not fit into the memory of Java, \\d+ MiB: its summary needs"
                        + " more memory" + REMEDY);
    }

    @Test
    void runNamesTheDataSetWhoseRequestsDoNotFit() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            try (RandomAccessFile image =
                    new RandomAccessFile(folder.resolve(i + ".gif").toFile(), "rw")) {
                image.writeBytes("GIF8");
                image.setLength(8 << 20);
            }
            rows.append("{\"input\": \"What is this?\", \"images\": \"" + i + ".gif\"}\n");
        }
        Path file = Files.writeString(folder.resolve("images.jsonl"), rows);

        assertThat(failure(
                        ExitCode.USAGE,
                        80,
                        "validate",
                        "--url=http://localhost:1",
                        "--scenario=offline",
                        "--target-qps=10",
                        "--dialect=vllm-chat",
                        "--dataset-path=" + file))
                .matches("(?s).*images.jsonl does not fit into the memory of Java, \\d+ MiB: its requests need more"
                        + " memory" + REMEDY);
    }

    private static String failure(int exitCode, int heap, String... arguments)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(JavaCommand.harness(List.of("-Xmx" + heap + "m"), arguments))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }
}
