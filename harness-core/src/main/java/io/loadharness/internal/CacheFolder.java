// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user's folder for caches of LoadHarness, which is also the folder of the start script of the archive. */
public final class CacheFolder {

    private CacheFolder() {}

    /**
     * Returns the folder: {@code LOADHARNESS_CACHE}, or the folder {@code loadharness} in {@code XDG_CACHE_HOME} or {@code ~/.cache}. Returns
     * null if none is known: without the variable {@code HOME}, Java has {@code ?} for the home of a user without an entry in
     * {@code /etc/passwd}.
     */
    public static @Nullable Path find() {
        return find(System.getenv(), System.getProperty("user.home"));
    }

    static @Nullable Path find(Map<String, String> environment, String home) {
        String own = environment.getOrDefault("LOADHARNESS_CACHE", "");
        if (!own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        String all = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = all.isEmpty() ? Path.of(environment.getOrDefault("HOME", home), ".cache") : Path.of(all);
        return caches.isAbsolute() ? caches.resolve("loadharness") : null;
    }
}
