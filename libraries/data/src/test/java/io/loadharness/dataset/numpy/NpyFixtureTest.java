// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.Fixture;
import io.loadharness.dataset.ReaderFuzz;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests with files that NumPy wrote. */
class NpyFixtureTest {

    static Stream<Fixture> files() {
        return Stream.concat(Fixture.all("numpy", ".npy"), Fixture.all("numpy", ".npz"));
    }

    private static DatasetFormat formatOf(Fixture fixture) {
        return fixture.toString().endsWith(".npz") ? new NpzFormat() : new NpyFormat();
    }

    @ParameterizedTest
    @MethodSource("files")
    void readsTheRowsThatNumPyWrote(Fixture file) throws IOException {
        assertThat(BytesSource.read(formatOf(file), file.bytes()).list()).isEqualTo(file.rows());
    }

    @ParameterizedTest
    @MethodSource("files")
    void recognizesAFileByItsContent(Fixture file) {
        var start = new FileStart(file.bytes(), "unnamed");
        assertThat(formatOf(file).likelihood(start)).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("files")
    void readsOrRefusesADamagedFile(Fixture file) {
        ReaderFuzz.damage(file.bytes(), bytes -> BytesSource.read(formatOf(file), bytes));
    }
}
