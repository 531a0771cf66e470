// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerLibraryTest {

    @TempDir
    Path folder;

    /** Loads the native code and prints the error. Runs in a JVM whose temporary folder does not exist. */
    static final class Loading {

        private Loading() {}

        public static void main(String[] arguments) {
            try {
                TokenizerLibrary.methods();
            } catch (ExceptionInInitializerError e) {
                System.out.print(e.getCause().getMessage() + "\n");
            }
        }
    }

    @Test
    void namesATemporaryFolderThatCannotBeUsed() throws Exception {
        Path missing = folder.resolve("missing");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + missing,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Loading.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertThat(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("the native tokenizer library cannot be unpacked: the temporary folder " + missing
                        + " cannot be used (")
                .endsWith(": the folder " + missing + " does not exist): set another one, for example"
                        + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER\n");
    }
}
