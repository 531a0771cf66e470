// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The ends of logs of which nothing else is of interest here. LoadGen ends them in the same way in every mode. */
final class LogEnd {

    private static final byte[] OF_RESPONSES = {'\n', ']', '\n'};
    private static final byte[] OF_TRACE = {'\n', '}', '\n', '}', '\n'};

    private LogEnd() {}

    /** Refuses a log of responses that is not whole. */
    static void requireOfAccuracy(Path file) throws UnreadableLogException {
        require(OF_RESPONSES, file, "its list of responses has no end");
    }

    /** Refuses a trace that is not whole. */
    static void requireOfTrace(Path file) throws UnreadableLogException {
        require(OF_TRACE, file, "it does not end as LoadGen ends a trace");
    }

    private static void require(byte[] due, Path file, String otherwise) throws UnreadableLogException {
        LogFileKind.requireReadable(file);
        ByteBuffer end = ByteBuffer.allocate(due.length);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - due.length));
            while (end.hasRemaining() && channel.read(end) >= 0) {}
        } catch (NoSuchFileException e) {
            throw new UnreadableLogException(file, "is missing", e);
        } catch (IOException e) {
            throw new UnreadableLogException(file, "cannot be read: " + e.getMessage(), e);
        }
        if (!end.flip().equals(ByteBuffer.wrap(due))) {
            throw new UnreadableLogException(file, "is cut: " + otherwise);
        }
    }
}
