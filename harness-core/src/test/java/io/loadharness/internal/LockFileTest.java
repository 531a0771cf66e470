// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void setFile() {
        file = folder.resolve("lock");
    }

    @Test
    void aLockExcludesOtherThreadsUntilItIsClosed() throws IOException {
        Path samePath = Files.createSymbolicLink(folder.resolve("link"), folder).resolve("lock");
        LockFile lock = LockFile.lock(file).orElseThrow();

        assertThat(LockFile.lock(file)).isEmpty();
        assertThat(LockFile.lock(samePath)).isEmpty();
        assertThat(LockFile.isHeld(samePath)).isTrue();
        lock.close();
        assertThat(file).doesNotExist();
        assertThat(LockFile.isHeld(file)).isFalse();

        LockFile next = LockFile.lock(samePath).orElseThrow();
        lock.close(); // has no effect on the next lock
        assertThat(LockFile.isHeld(file)).isTrue();
        next.close();
    }

    @Test
    void anInterruptedThreadCanLock() throws IOException {
        Thread.currentThread().interrupt();
        try (LockFile lock = LockFile.lock(file).orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(LockFile.isHeld(file)).isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(LockFile.isHeld(file)).isFalse();
    }

    @Test
    void aFileThatAnotherClassHasLockedIsHeld() throws IOException {
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = other.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(LockFile.isHeld(file)).isTrue();
        }
    }

    @Test
    void aLockExcludesOtherProcessesUntilTheProcessIsKilled() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessProgram.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo("locked");
            assertThat(LockFile.isHeld(file)).isTrue();
            assertThat(LockFile.lock(file)).isEmpty();
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        assertThat(file).exists();
        assertThat(LockFile.isHeld(file)).isFalse();
    }

    /** A program that holds a lock until it is killed. */
    static final class EndlessProgram {

        private EndlessProgram() {}

        public static void main(String[] arguments) throws Exception {
            LockFile lock = LockFile.lock(Path.of(arguments[0])).orElseThrow();
            System.out.println("locked");
            new CountDownLatch(1).await();
            lock.close();
        }
    }
}
