// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheFolderTest {

    @Test
    void theCacheIsThatOfTheStartScript() {
        assertThat(CacheFolder.find(Map.of(), "/home/me")).isEqualTo(Path.of("/home/me/.cache/loadharness"));
        assertThat(CacheFolder.find(Map.of("HOME", "/home/other"), "/home/me"))
                .isEqualTo(Path.of("/home/other/.cache/loadharness"));
        assertThat(CacheFolder.find(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/home/me"), "/home/me"))
                .isEqualTo(Path.of("/c/loadharness"));
        assertThat(CacheFolder.find(Map.of("XDG_CACHE_HOME", "/c", "LOADHARNESS_CACHE", "/own"), "/home/me"))
                .isEqualTo(Path.of("/own"));
        assertThat(CacheFolder.find(Map.of("LOADHARNESS_CACHE", ""), "?")).isNull();
    }
}
