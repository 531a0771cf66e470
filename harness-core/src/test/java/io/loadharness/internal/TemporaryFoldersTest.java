// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TemporaryFoldersTest {

    private static final int THREADS = 3;

    @TempDir
    Path temporary;

    private Path tree() throws IOException {
        Path root = temporary.resolve("tree");
        for (String each : List.of("a", "a/b", "c")) {
            Path folder = Files.createDirectories(root.resolve(each));
            for (int i = 0; i < 5; i++) {
                Files.writeString(folder.resolve("file-" + i), "x");
            }
        }
        return root;
    }

    @Test
    void severalThreadsDeleteTheSameFolder() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (int round = 0; round < 300; round++) {
                Path root = tree();
                CyclicBarrier together = new CyclicBarrier(THREADS);
                List<Future<?>> ends = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    ends.add(threads.submit(() -> {
                        together.await();
                        TemporaryFolders.delete(root);
                        return null;
                    }));
                }
                for (Future<?> each : ends) {
                    each.get();
                }
                assertThat(root).doesNotExist();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void doesNotFollowLinks() throws Exception {
        Path other = Files.createDirectory(temporary.resolve("other"));
        Files.writeString(other.resolve("kept"), "x");
        Path root = tree();
        Files.createSymbolicLink(root.resolve("link"), other);

        TemporaryFolders.delete(root);

        assertThat(root).doesNotExist();
        assertThat(other.resolve("kept")).exists();
    }

    @Test
    void ignoresAFolderThatDoesNotExist() {
        TemporaryFolders.delete(temporary.resolve("missing"));

        assertThat(temporary).isEmptyDirectory();
    }
}
