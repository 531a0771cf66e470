// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads traces in their published file formats. */
class TraceFilesTest {

    @TempDir
    Path folder;

    @Test
    void readsTracesOfAzure() throws IOException {
        RequestTrace trace = read("azure.csv", """
                TIMESTAMP,ContextTokens,GeneratedTokens
                2023-11-16 18:15:46.6805900,374,44
                2023-11-16 18:15:50.9951690,396,109
                """);

        assertThat(trace.inputLengths()).containsExactly(374, 396);
        assertThat(trace.outputLengths()).containsExactly(44, 109);
        assertThat(trace.arrivals()).containsExactly(0, 4.314579);
    }

    @Test
    void readsTracesOfMooncake() throws IOException {
        RequestTrace trace = read("mooncake.jsonl", """
                {"timestamp": 27482, "input_length": 6955, "output_length": 52, "hash_ids": [46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59]}
                {"timestamp": 30535, "input_length": 600, "output_length": 26, "hash_ids": [46, 60]}
                """);

        assertThat(trace.inputLengths()).containsExactly(6955, 600);
        assertThat(trace.arrivals()).containsExactly(0, 3.053);
        assertThat(trace.blocks(1)).containsExactly(46, 60);
    }

    @Test
    void readsTracesOfBurstGpt() throws IOException {
        RequestTrace trace = read("burstgpt.csv", """
                Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
                5,ChatGPT,472,18,490,Conversation log
                45,ChatGPT,1087,0,1087,Conversation log
                118.25,GPT-4,417,276,693,API log
                """);

        assertThat(trace.inputLengths()).containsExactly(472, 417);
        assertThat(trace.arrivals()).containsExactly(0, 113.25);
        assertThat(trace.skippedRows()).isEqualTo(1);
    }

    @Test
    void invalidValuesAreRejectedWithFileRowAndColumn() {
        assertThatThrownBy(() -> read("azure.csv", """
                        TIMESTAMP,ContextTokens,GeneratedTokens
                        2023-11-16 18:15:46.6805900,374,44
                        2023-11-16 18:15:50.9951690,,109
                        """))
                .hasMessage(folder.resolve("azure.csv") + ", row 2: ContextTokens has no value");
    }

    private RequestTrace read(String name, String content) throws IOException {
        return RequestTrace.read(Files.writeString(folder.resolve(name), content));
    }
}
