// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Detects truncated logs. The last bytes of a complete log are the same in every mode. */
final class LogEnd {

    private static final byte[] OF_RESPONSES = {'\n', ']', '\n'};
    private static final byte[] OF_TRACE = {'\n', '}', '\n', '}', '\n'};

    private LogEnd() {}

    /** Throws an exception if an accuracy log is truncated. */
    static void requireOfAccuracy(Path file) throws UnreadableLogException {
        require(OF_RESPONSES, file, "the list of responses is not closed");
    }

    /** Throws an exception if a trace is truncated. */
    static void requireOfTrace(Path file) throws UnreadableLogException {
        require(OF_TRACE, file, "the end of the trace is missing");
    }

    private static void require(byte[] expected, Path file, String problem) throws UnreadableLogException {
        LogFileKind.requireReadable(file);
        ByteBuffer end = ByteBuffer.allocate(expected.length);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - expected.length));
            while (end.hasRemaining() && channel.read(end) >= 0) {}
        } catch (NoSuchFileException e) {
            throw new UnreadableLogException(file, "is missing", e);
        } catch (IOException e) {
            throw new UnreadableLogException(file, "cannot be read: " + e.getMessage(), e);
        }
        if (!end.flip().equals(ByteBuffer.wrap(expected))) {
            throw new UnreadableLogException(file, "is truncated: " + problem);
        }
    }
}
