// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
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
    void aQueryKeepsTheFileOfAKilledProcess() throws IOException {
        Files.createFile(file);

        assertThat(LockFile.isHeld(file)).isFalse();
        assertThat(file).exists();
    }

    @Test
    void aFileThatItsOwnerDeletedAfterItWasOpenedIsNotLocked() throws IOException {
        LockFile.lock(file).orElseThrow().close();
        LockFile opened = new LockFile(file);
        Files.delete(file);
        assertThat(opened.take()).isEqualTo(LockFile.Taking.DELETED);

        opened = new LockFile(file);
        Files.delete(file);
        Files.createFile(file);
        assertThat(opened.take()).isEqualTo(LockFile.Taking.DELETED);
        assertThat(file).isEmptyFile();
    }

    @Test
    void aQueryOfAnotherClassLoaderKeepsTheLock() throws Exception {
        URL classes = LockFile.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
                LockFile lock = LockFile.lock(file).orElseThrow()) {
            Class<?> other = loader.loadClass(LockFile.class.getName());
            assertThat(other).isNotSameAs(LockFile.class);
            assertThat(lock).isNotNull();

            assertThat(other.getMethod("isHeld", Path.class).invoke(null, file)).isEqualTo(true);
            assertThat(other.getMethod("lock", Path.class).invoke(null, file)).isEqualTo(Optional.empty());
            assertThat(locksOfOtherProcess()).isEqualTo("held");
        }
    }

    private String locksOfOtherProcess() throws Exception {
        Process process = program();
        try (BufferedReader output = process.inputReader()) {
            return output.readLine();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aLockExcludesOtherProcessesUntilTheProcessIsKilled() throws Exception {
        Process process = program();
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

    private Process program() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessProgram.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A program that holds a lock until it is killed. */
    static final class EndlessProgram {

        private EndlessProgram() {}

        public static void main(String[] arguments) throws Exception {
            Optional<LockFile> lock = LockFile.lock(Path.of(arguments[0]));
            System.out.println(lock.isPresent() ? "locked" : "held");
            new CountDownLatch(1).await();
            lock.orElseThrow().close();
        }
    }
}
