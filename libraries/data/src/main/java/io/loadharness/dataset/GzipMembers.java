// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The decompressed content of all members of a gzip file. If a member is damaged, reading throws an exception.
 * {@link java.util.zip.GZIPInputStream}, in contrast, can report the end of the file at a damaged member, and the remaining rows would be
 * lost silently. Zero bytes after the last member are ignored, because tapes and disks add them.
 */
final class GzipMembers extends InputStream {

    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;
    private static final int TIME_SYSTEM_AND_LEVEL = 6;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] compressed = new byte[1 << 16];
    private final byte[] single = new byte[1];
    private int at;
    private int end;
    private boolean isInMember;
    private boolean isFirst = true;

    GzipMembers(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (isInMember || startMember()) {
            int count = inflate(into, from, length);
            checksum.update(into, from, count);
            if (inflater.finished()) {
                endMember();
            }
            if (count > 0) {
                return count;
            }
        }
        return -1;
    }

    private int inflate(byte[] into, int from, int length) throws IOException {
        try {
            int count = inflater.inflate(into, from, length);
            if (count == 0 && inflater.needsInput()) {
                require(fill());
                inflater.setInput(compressed, at, end - at);
                at = end;
            }
            if (inflater.needsDictionary()) {
                throw damaged("it requires a preset dictionary");
            }
            return count;
        } catch (DataFormatException e) {
            throw damaged(Objects.requireNonNullElse(e.getMessage(), "its content cannot be decompressed"));
        }
    }

    /** Reads the header of the next member; returns false at the end of the file. */
    private boolean startMember() throws IOException {
        if (!isFirst && !skipZeros()) {
            return false;
        }
        isFirst = false;
        if (number(2) != 0x8b1f || number(1) != 8) {
            throw damaged("a member does not start with the gzip header");
        }
        int flags = number(1);
        if ((flags & RESERVED) != 0) {
            throw damaged("it has unknown flags");
        }
        skip(TIME_SYSTEM_AND_LEVEL);
        if ((flags & EXTRA) != 0) {
            skip(number(2));
        }
        skipText((flags & NAME) != 0);
        skipText((flags & COMMENT) != 0);
        skip((flags & HEADER_CHECKSUM) != 0 ? 2 : 0);
        inflater.reset();
        inflater.setInput(compressed, at, end - at);
        at = end;
        checksum.reset();
        isInMember = true;
        return true;
    }

    private void endMember() throws IOException {
        long length = inflater.getBytesWritten();
        at = end - inflater.getRemaining();
        isInMember = false;
        if (number(4) != (int) checksum.getValue() || number(4) != (int) length) {
            throw damaged("its content does not match its checksum");
        }
    }

    private boolean skipZeros() throws IOException {
        while (at < end || fill()) {
            if (compressed[at] != 0) {
                return true;
            }
            at++;
        }
        return false;
    }

    private void skipText(boolean isPresent) throws IOException {
        boolean isInText = isPresent;
        while (isInText) {
            isInText = number(1) != 0;
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            number(1);
        }
    }

    private int number(int bytes) throws IOException {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            require(at < end || fill());
            value |= (compressed[at++] & 0xff) << (Byte.SIZE * i);
        }
        return value;
    }

    private boolean fill() throws IOException {
        int count = in.read(compressed);
        at = 0;
        end = Math.max(0, count);
        return count > 0;
    }

    private static void require(boolean hasData) throws DatasetException {
        if (!hasData) {
            throw DatasetException.of("the gzip file is truncated");
        }
    }

    private static DatasetException damaged(String problem) {
        return DatasetException.of("the gzip file is damaged: " + problem);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
