// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Reason;
import io.loadharness.Reason.Code;
import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import io.loadharness.benchmark.RunResult;
import io.loadharness.cli.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoVerdictTest {

    private static final RunResult VALID = run(Verdict.VALID, Optional.empty());
    private static final RunResult LIMITED = run(Verdict.INVALID, Optional.of(new Reason(Code.SENT_LATE, "late")));
    private static final RunResult FAULTY =
            run(Verdict.INVALID, Optional.of(new Reason(Code.UNEXPECTED_BYTES, "bytes")));

    private static RunResult run(Verdict verdict, Optional<Reason> reason) {
        Progress progress = new Progress(10, 10, 0, Duration.ofSeconds(3), Optional.empty());
        return new RunResult(
                Scenario.SERVER, verdict, reason, Optional.empty(), progress, Path.of("logs"), Optional.empty());
    }

    @Test
    void aClientLimitedRunDoesNotFailTheDemo() {
        assertThat(DemoVerdict.isTooBusy(LIMITED)).isTrue();
        assertThat(DemoVerdict.exitCode(List.of(VALID, LIMITED))).isEqualTo(ExitCode.OK);
    }

    @Test
    void anyOtherInvalidRunFailsTheDemo() {
        assertThat(DemoVerdict.isTooBusy(FAULTY)).isFalse();
        assertThat(DemoVerdict.exitCode(List.of(LIMITED, FAULTY))).isEqualTo(ExitCode.INVALID);
        assertThat(DemoVerdict.isTooBusy(run(Verdict.INVALID, Optional.of(new Reason(Code.EARLY_STOPPING, "too few")))))
                .isFalse();
        assertThat(DemoVerdict.exitCode(
                        List.of(run(Verdict.ABORTED, Optional.of(new Reason(Code.ABORTED, "aborted"))))))
                .isEqualTo(ExitCode.ABORTED);
    }
}
