// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * A PNG image of tiles in random colors. The work of a model depends on the size of an image in pixels and not on its content. The file has
 * only a few kilobytes, and the server decodes it faster than a photo.
 */
final class SyntheticImage {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int COLORS = 256;
    private static final int TILE = 32;
    private static final byte PALETTE = 3;
    private static final byte BITS = 8;

    /** The PNG filter type of a row that contains plain values. */
    private static final byte FILTER_NONE = 0;

    /** The PNG filter type of a row that contains the differences from the row above. */
    private static final byte FILTER_UP = 2;

    private final ImageSize size;
    private final long stream;

    SyntheticImage(ImageSize size, long stream) {
        this.size = size;
        this.stream = stream;
    }

    String dataUrl() {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
    }

    byte[] png() {
        RandomBits random = new RandomBits(stream);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13).putInt(size.width()).putInt(size.height());
        chunk(file, "IHDR", header.put(BITS).put(PALETTE).array());
        byte[] palette = new byte[COLORS * 3];
        for (int i = 0; i < palette.length; i++) {
            palette[i] = (byte) random.next();
        }
        chunk(file, "PLTE", palette);
        chunk(file, "IDAT", pixels(random));
        chunk(file, "IEND", new byte[0]);
        return file.toByteArray();
    }

    private byte[] pixels(RandomBits random) {
        RunLengthZlib compressed = new RunLengthZlib();
        byte[] row = new byte[size.width() + 1];
        byte[] sameAsAbove = new byte[row.length];
        sameAsAbove[0] = FILTER_UP;
        for (int y = 0; y < size.height(); y++) {
            if (y % TILE == 0) {
                tiles(row, random);
                compressed.write(row);
            } else {
                compressed.write(sameAsAbove);
            }
        }
        return compressed.finish();
    }

    private static void tiles(byte[] row, RandomBits random) {
        row[0] = FILTER_NONE;
        byte color = 0;
        for (int x = 0; x < row.length - 1; x++) {
            if (x % TILE == 0) {
                color = (byte) random.next();
            }
            row[x + 1] = color;
        }
    }

    private static void chunk(ByteArrayOutputStream file, String type, byte[] content) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(content);
        ByteBuffer chunk = ByteBuffer.allocate(content.length + 12);
        chunk.putInt(content.length).put(name).put(content).putInt((int) check.getValue());
        file.writeBytes(chunk.array());
    }
}
