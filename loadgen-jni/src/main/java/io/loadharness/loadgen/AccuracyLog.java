package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The log of the responses, of which only its end is of interest here. */
final class AccuracyLog {

    private static final byte[] END = {'\n', ']', '\n'};

    private AccuracyLog() {}

    /** Refuses a log that does not end as LoadGen ends it, in every mode. */
    static void requireWhole(Path file) throws UnreadableLogException {
        LogFileKind.requireReadable(file);
        ByteBuffer end = ByteBuffer.allocate(END.length);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - END.length));
            while (end.hasRemaining() && channel.read(end) >= 0) {}
        } catch (NoSuchFileException e) {
            throw new UnreadableLogException(file, "is missing", e);
        } catch (IOException e) {
            throw new UnreadableLogException(file, "cannot be read: " + e.getMessage(), e);
        }
        if (!end.flip().equals(ByteBuffer.wrap(END))) {
            throw new UnreadableLogException(file, "is cut: its list of responses has no end");
        }
    }
}
