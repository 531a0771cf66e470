// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.List;
import java.util.Objects;

/**
 * A {@link QuerySampleLibrary} over a list in memory. Thread-safe if the list is thread-safe.
 *
 * <pre>{@code
 * ListSampleLibrary<String> library = QuerySampleLibrary.of("prompts", List.of("Hello", "Good morning"));
 * String prompt = library.get(sample.index());
 * }</pre>
 *
 * @param <T> the type of a sample
 */
public final class ListSampleLibrary<T> implements QuerySampleLibrary {

    private final String name;
    private final List<T> samples;
    private final int performanceSampleCount;

    ListSampleLibrary(String name, List<T> samples, int performanceSampleCount) {
        this.name = Objects.requireNonNull(name, "name");
        this.samples = Objects.requireNonNull(samples, "samples");
        this.performanceSampleCount = performanceSampleCount;
    }

    /** Returns the sample at an index. */
    public T get(int index) {
        return samples.get(index);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int totalSampleCount() {
        return samples.size();
    }

    @Override
    public int performanceSampleCount() {
        return performanceSampleCount;
    }
}
