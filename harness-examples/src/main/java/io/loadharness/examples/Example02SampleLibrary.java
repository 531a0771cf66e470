// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Example 2, your own data set: a library of files. LoadGen loads the files before the timed part and unloads them after it. The system
 * under test computes their checksums.
 */
public final class Example02SampleLibrary {

    private Example02SampleLibrary() {}

    public static void main(String[] args) throws IOException {
        List<Path> files = new ArrayList<>();
        Path folder = Files.createTempDirectory("example");
        for (int i = 0; i < 100; i++) {
            files.add(Files.write(folder.resolve(i + ".bin"), new byte[64 * i]));
        }
        FileLibrary library = new FileLibrary(files, 10);
        SystemUnderTest checksums = new SystemUnderTest("checksums") {
            @Override
            public void issueQuery(Query query) {
                query.forEach(sample -> {
                    CRC32 checksum = new CRC32();
                    checksum.update(library.content(sample.index()));
                    sample.complete(
                            ByteBuffer.allocate(8).putLong(checksum.getValue()).flip());
                });
            }
        };
        TestSettings settings = TestSettings.builder(Scenario.SERVER)
                .serverTargetQps(1000)
                .serverTargetLatency(Duration.ofSeconds(1))
                .minDuration(Duration.ofSeconds(Integer.getInteger("seconds", 5)))
                .build();
        try (LoadGenerator loadGen = new MlperfLoadGen()) {
            TestResult result = loadGen.run(checksums, library, settings, LogSettings.in(Path.of("logs", "02")));
            System.out.println(result.verdict());
            result.performance()
                    .map(measured -> measured.latency().percentile(50))
                    .ifPresent(median -> System.out.println("median latency " + median.toNanos() + " ns"));
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
