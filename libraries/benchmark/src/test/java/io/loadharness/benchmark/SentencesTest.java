// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Reason;
import io.loadharness.http.TransportCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentencesTest {

    private static final TransportCounts COUNTS = new TransportCounts(9, 0, 0, 1, 0, 0);

    @Test
    void unexpectedBytesAreAWarningOnlyIfTheyAreNoReason() {
        Reason reason = Reason.unexpectedBytes("", 1);

        assertThat(reason.text()).isEqualTo("servers sent unexpected bytes after their responses on 1 connection");
        assertThat(Sentences.connections(COUNTS, List.of()))
                .containsExactly("Connections closed because of unexpected bytes from the server: 1");
        assertThat(Sentences.connections(COUNTS, List.of(reason))).isEmpty();
    }
}
