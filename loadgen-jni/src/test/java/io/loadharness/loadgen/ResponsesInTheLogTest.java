// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that LoadGen writes each response to the accuracy log unchanged, for every kind of buffer. */
class ResponsesInTheLogTest {

    private static final Pattern ENTRY = Pattern.compile("\"qsl_idx\" : (\\d+), \"data\" : \"([0-9A-F]*)\"(.*)}");

    @TempDir
    Path logs;

    @Test
    void writesEveryKindOfBufferUnchanged() throws Exception {
        Map<Integer, String> written = responsesOf(sample -> {
            byte[] bytes = bytesOf(sample.index());
            ByteBuffer padded = ByteBuffer.allocate(bytes.length + 7)
                    .position(3)
                    .put(bytes)
                    .flip()
                    .position(3);
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 5)
                    .position(2)
                    .put(bytes)
                    .flip()
                    .position(2);
            switch (sample.index() % 6) {
                case 0 -> sample.complete(bytes);
                case 1 -> sample.complete(padded);
                case 2 -> sample.complete(padded.slice().asReadOnlyBuffer());
                case 3 -> sample.complete(direct);
                case 4 -> sample.complete(direct.slice().asReadOnlyBuffer());
                default -> sample.complete(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 3);
            }
            assertThat(padded.position()).isEqualTo(3);
        });
        assertThat(written).hasSize(64);
        written.forEach((index, hex) ->
                assertThat(HexFormat.of().parseHex(hex)).as("sample %d", index).isEqualTo(bytesOf(index)));
    }

    @Test
    void writesTokenIdsAsLittleEndianIntegers() throws Exception {
        Map<Integer, String> written = responsesOf(sample -> sample.complete(
                IntStream.range(0, 5000).map(i -> i * 70_000 + sample.index()).toArray()));
        written.forEach((index, hex) -> {
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex)).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < 5000; i++) {
                assertThat(bytes.getInt()).isEqualTo(i * 70_000 + index);
            }
            assertThat(bytes.hasRemaining()).isFalse();
        });
    }

    @Test
    void writesFirstTokensAndCounts() throws Exception {
        TestResult result = new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> query.forEach(sample -> {
                            sample.firstTokenComplete(258);
                            sample.complete(new int[] {258, 1, 2});
                        })),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER)
                                .mode(TestMode.ACCURACY_ONLY)
                                .useTokenLatencies(true)
                                .build(),
                        LogSettings.in(logs));
        assertThat(result.reasons()).isEmpty();
        assertThat(Files.readString(result.logs().accuracy()))
                .contains("\"token_data\" : \"02010000\", \"token_count\" : 3");
    }

    private Map<Integer, String> responsesOf(Consumer<QuerySample> answer) throws Exception {
        TestResult result = new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> query.forEach(answer)),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.OFFLINE)
                                .mode(TestMode.ACCURACY_ONLY)
                                .build(),
                        LogSettings.in(logs));
        assertThat(result.reasons()).isEmpty();
        Map<Integer, String> written = new TreeMap<>();
        Matcher entries = ENTRY.matcher(Files.readString(result.logs().accuracy()));
        while (entries.find()) {
            written.put(Integer.parseInt(entries.group(1)), entries.group(2));
        }
        return written;
    }

    private static byte[] bytesOf(int index) {
        byte[] bytes = new byte[1 + index];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (31 * i + index);
        }
        return bytes;
    }
}
