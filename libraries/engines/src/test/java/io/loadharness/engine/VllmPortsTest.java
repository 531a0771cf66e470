// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VllmPortsTest {

    @ParameterizedTest
    @CsvSource({"2, 100", "227, 100", "1024, 22"})
    void rangesAreSeparateAndBelowThoseOfTheOperatingSystem(int processes, int size) {
        VllmPorts ports = new VllmPorts(processes);

        for (int rank = 0; rank < processes; rank++) {
            assertThat(ports.first(rank)).isEqualTo(ports.first(0) + rank * size);
        }
        assertThat(ports.first(0)).isGreaterThanOrEqualTo(10_000);
        assertThat(ports.first(processes - 1) + size).isLessThanOrEqualTo(32_768);
    }
}
