// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/**
 * The error of a write to a pipe whose reader has closed its end. Java reports it only in the text of the exception, which is in the
 * language of the system. Therefore this class breaks a pipe, and compares with the text of this exception.
 */
final class BrokenPipe {

    private static final String TEXT = text();

    private BrokenPipe() {}

    /** Returns true if a write failed because the reader of the pipe has closed its end. */
    static boolean isCauseOf(Throwable failure) {
        return TEXT.equals(failure.getMessage());
    }

    private static String text() {
        try {
            Pipe pipe = Pipe.open();
            try (Pipe.SinkChannel sink = pipe.sink()) {
                pipe.source().close();
                sink.write(ByteBuffer.allocate(1));
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        } catch (IOException e) {
            // the process cannot open a pipe
        }
        return "Broken pipe";
    }
}
