// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorMessagesTest {

    @TempDir
    Path folder;

    private static String printed(ThrowingCallable failing) {
        StringWriter err = new StringWriter();
        var command = Harness.commandLine().getSubcommands().get("report").setErr(new PrintWriter(err, true));
        assertThat(ErrorMessages.onError(catchThrowable(failing), command, false))
                .isEqualTo(ExitCode.FAILED);
        return err.toString().strip();
    }

    @Test
    void namesTheCommandIfTheMessageIsOnlyTheReasonOfJava() {
        ThrowingCallable readsAFolder = () -> Files.readString(folder);
        ThrowingCallable readsNothing = () -> new DataInputStream(InputStream.nullInputStream()).readInt();

        assertThat(printed(readsAFolder))
                .isEqualTo("harness report cannot read or write data: Is a directory; --debug prints the stack trace.");
        assertThat(printed(readsNothing)).startsWith("harness report cannot read or write data: java.io.EOFException;");
    }

    @Test
    void printsTheReasonInsideAnUncheckedExceptionWithoutItsClass() {
        IOException reason = catchThrowableOfType(IOException.class, () -> Files.readString(folder));

        assertThat(printed(() -> {
                    throw new UncheckedIOException(reason);
                }))
                .startsWith("harness report cannot read or write data: Is a directory;");
    }

    @Test
    void keepsTheSentencesOfThisProgram() {
        assertThat(printed(() -> {
                    throw new IOException("the servers cannot be started: give --url");
                }))
                .isEqualTo("the servers cannot be started: give --url.");
        assertThat(printed(() -> {
                    throw new UncheckedIOException("out.json cannot be written", new IOException("No space left"));
                }))
                .isEqualTo("out.json cannot be written.");
    }

    @Test
    void saysWhatIsWrongWithAFileIfJavaNamesOnlyThePath() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(printed(() -> {
                    throw new NotDirectoryException(file.toString());
                }))
                .isEqualTo(file + " is not a folder.");
        assertThat(printed(() -> Files.delete(folder)))
                .isEqualTo(folder + " cannot be read or written: DirectoryNotEmptyException.");
        assertThat(printed(() -> Files.delete(folder.resolve("missing"))))
                .isEqualTo(folder.resolve("missing") + " does not exist.");
    }
}
