// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static io.loadharness.Verdict.ABORTED;
import static io.loadharness.Verdict.FAILED;
import static io.loadharness.Verdict.INVALID;
import static io.loadharness.Verdict.VALID;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Reason;
import io.loadharness.benchmark.BenchmarkResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    @Test
    void severalRunsHaveTheWorstExitCode() {
        assertThat(ExitCode.of(List.of(VALID, VALID))).isEqualTo(ExitCode.OK);
        assertThat(ExitCode.of(List.of(VALID, INVALID))).isEqualTo(ExitCode.INVALID);
        assertThat(ExitCode.of(List.of(FAILED, INVALID))).isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.of(List.of(FAILED, ABORTED))).isEqualTo(ExitCode.ABORTED);
    }

    @Test
    void aClientThatCannotBeClosedIsAFailure() {
        Reason reason = new Reason(Reason.Code.CALLBACK_FAILED, "the client 'a' cannot be closed: b");

        assertThat(ExitCode.of(new BenchmarkResult(Path.of("run"), List.of(), List.of(), true, Optional.of(reason))))
                .isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.of(new BenchmarkResult(Path.of("run"), List.of(), List.of(), true, Optional.empty())))
                .isEqualTo(ExitCode.OK);
    }
}
