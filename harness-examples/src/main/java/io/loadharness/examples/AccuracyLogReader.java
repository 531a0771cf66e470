// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads token ids from LoadGen's accuracy log. The log has one line for each response, with its bytes as hexadecimal digits. */
final class AccuracyLogReader {

    private static final Pattern RESPONSE = Pattern.compile("\"qsl_idx\" : (\\d+), \"data\" : \"([0-9A-F]*)\"");

    private AccuracyLogReader() {}

    /** Reads the responses of a log, by sample index. */
    static Map<Integer, int[]> read(Path log) throws IOException {
        Map<Integer, int[]> responses = new TreeMap<>();
        for (String line : Files.readAllLines(log)) {
            Matcher response = RESPONSE.matcher(line);
            if (response.find()) {
                responses.put(Integer.valueOf(response.group(1)), tokens(response.group(2)));
            }
        }
        return responses;
    }

    private static int[] tokens(String digits) {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(digits));
        IntBuffer ids = bytes.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        int[] tokens = new int[ids.remaining()];
        ids.get(tokens);
        return tokens;
    }
}
