// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.RowSource;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of synthetic data are the same on all JDKs and machines. */
class SameFileTest {

    @TempDir
    Path folder;

    @Test
    void theFileOfAProfileNeverChanges() throws Exception {
        PromptStyle chat = PromptStyle.chat(TextGenerator.commonWords());

        assertThat(checksum(WorkloadProfile.IMAGE_CLASSIFICATION.workload(chat, 10, 1)))
                .isEqualTo("f0d9ce7f86aa30d6");
    }

    @Test
    void theFileOfATraceNeverChanges() throws Exception {
        RequestTrace trace = new RequestTrace();
        for (int i = 0; i < 200; i++) {
            trace.number(trace.column("Timestamp"), i * 1.1 + i * i / 7.0);
            trace.integer(trace.column("Request tokens"), 1 + i);
            trace.integer(trace.column("Response tokens"), 1 + i % 9);
            trace.endRow();
        }

        assertThat(checksum(new TracePrompts(PromptStyle.tokenIds(PromptVocabulary.of(32_000)), trace, 1)))
                .isEqualTo("00c21de77fee976a");
    }

    @Test
    void numbersHaveTheDigitsOfNewerJdks() throws Exception {
        assertThat(written(rows -> {
                    rows.number(rows.column("x"), Double.parseDouble("2e23"));
                    rows.endRow();
                }))
                .asString()
                .isEqualTo("{\"x\":2.0E23}\n");
    }

    private String checksum(RowSource source) throws IOException, NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(written(source));
        return HexFormat.of().formatHex(digest).substring(0, 16);
    }

    private byte[] written(RowSource source) throws IOException {
        Path file = folder.resolve("synthetic.jsonl");
        try (DatasetWriter writer = WritableFormat.createByName(file)) {
            source.writeTo(writer);
            writer.finish();
        }
        return Files.readAllBytes(file);
    }
}
