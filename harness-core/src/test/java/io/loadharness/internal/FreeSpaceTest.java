// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {

    @TempDir
    Path folder;

    @Test
    void isKnownForAFolder() {
        assertThat(FreeSpace.of(folder)).isPresent();
    }

    @Test
    void isEmptyIfJavaCannotDetermineTheDisk() {
        assertThat(FreeSpace.of(folder.resolve("missing"))).isEmpty();
    }
}
