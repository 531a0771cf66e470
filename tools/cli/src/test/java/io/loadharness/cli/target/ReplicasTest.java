// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicasTest {

    @Test
    void countsPortsUp() {
        assertThat(Replicas.of("http://host:8000/v1", 3))
                .containsExactly("http://host:8000/v1", "http://host:8001/v1", "http://host:8002/v1");
        assertThat(Replicas.of("https://[::1]:65534", 2)).containsExactly("https://[::1]:65534", "https://[::1]:65535");
    }

    @Test
    void leavesASingleServerAndBadAddressesAlone() {
        assertThat(Replicas.of("http://host", 1)).containsExactly("http://host");
        assertThat(Replicas.of("http://a b:1", 2)).containsExactly("http://a b:1");
        assertThat(Replicas.of("host", 2)).containsExactly("host");
    }

    @ParameterizedTest
    @CsvSource({"http://host, 2, 65534", "http://host:65535, 2, 65534", "http://host:0, 5, 65531"})
    void needsAPortWithRoomAbove(String url, int count, int max) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Replicas.of(url, count))
                .withMessage("--replicas uses the port of --url and the " + (count - 1)
                        + " ports after it: give a port from 1 to " + max + ", for example http://host:8000");
    }
}
