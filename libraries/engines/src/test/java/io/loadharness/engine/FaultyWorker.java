// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Settings of {@code faulty_worker.py}. */
final class FaultyWorker {

    private FaultyWorker() {}

    static EngineProcess.Builder with(String fault, Path folder) throws URISyntaxException {
        Path script = Path.of(Objects.requireNonNull(FaultyWorker.class.getResource("faulty_worker.py"))
                .toURI());
        return EngineProcess.builder()
                .command(List.of("python3", script.toString(), fault))
                .logFolder(folder.resolve("logs"))
                .stopGrace(Duration.ofSeconds(20));
    }
}
