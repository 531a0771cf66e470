// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static io.loadharness.Verdict.ABORTED;
import static io.loadharness.Verdict.FAILED;
import static io.loadharness.Verdict.INVALID;
import static io.loadharness.Verdict.VALID;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    @Test
    void severalRunsHaveTheWorstExitCode() {
        assertThat(ExitCode.of(List.of(VALID, VALID))).isEqualTo(ExitCode.OK);
        assertThat(ExitCode.of(List.of(VALID, INVALID))).isEqualTo(ExitCode.INVALID);
        assertThat(ExitCode.of(List.of(FAILED, INVALID))).isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.of(List.of(FAILED, ABORTED))).isEqualTo(ExitCode.ABORTED);
    }
}
