// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The engines that one execution of a benchmark creates and closes. Not thread-safe. */
final class OwnedEngines implements OwnedTarget {

    private record Engine(EngineSetting setting, BorrowedBackend backend) {}

    private final List<Engine> engines = new ArrayList<>();

    private OwnedEngines() {}

    /**
     * Creates engines, which are not started.
     *
     * @throws IllegalArgumentException if one of them cannot be created; then the others are closed
     */
    static OwnedEngines create(List<EngineSetting> settings) {
        OwnedEngines all = new OwnedEngines();
        try {
            settings.forEach(
                    each -> all.engines.add(new Engine(each, new BorrowedBackend(each.create(), each.name()))));
        } catch (RuntimeException | Error e) {
            all.closeAfter(e);
            throw e;
        }
        return all;
    }

    List<BorrowedBackend> backends() {
        return engines.stream().map(Engine::backend).toList();
    }

    /** Closes all engines. Returns the reason of the first one that cannot be closed. */
    @Override
    public Optional<Reason> close() {
        return engines.stream()
                .map(each -> OwnedTarget.close(each.setting.title(), each.backend::closeOwned))
                .toList()
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
    }
}
