// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.report.RunOutcome;
import io.loadharness.schedule.Concurrency;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledProcess;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.ProfilerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks of backends with a process that a profiler observes. */
@Timeout(120)
class ProfiledBackendTest {

    @TempDir
    private Path folder;

    private static class PlainBackend implements InferenceBackend {

        @Override
        public String name() {
            return "plain";
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long now = System.nanoTime();
            listener.firstToken(now, Output.of(1));
            listener.end(Response.of(
                    new int[] {1, 2},
                    Timeline.builder()
                            .sent(now)
                            .firstToken(now)
                            .lastToken(now)
                            .done(now)
                            .build()));
        }

        @Override
        public void close() {}
    }

    private static final class ProcessBackend extends PlainBackend implements ProfiledProcess {

        private final Optional<ProfilerKind> wrapper;
        private @Nullable Path output;
        private boolean waitsAtExit;

        ProcessBackend(@Nullable ProfilerKind wrapper) {
            this.wrapper = Optional.ofNullable(wrapper);
        }

        @Override
        public void profile(Optional<ProfilePlan> plan, int index) {
            output = plan.map(each -> each.folder().resolve("engine-" + index)).orElse(null);
        }

        @Override
        public ProfiledServer profiled() {
            Path files = Objects.requireNonNull(output, "no profiler was set");
            return new ProfiledServer(
                    files.getFileName().toString(),
                    Optional.empty(),
                    OptionalLong.of(ProcessHandle.current().pid()),
                    files,
                    "session",
                    Map.of(),
                    Optional.empty());
        }

        @Override
        public Optional<ProfilerKind> wrapper() {
            return wrapper;
        }

        @Override
        public void stopAtExitAfter(Runnable wait) {
            waitsAtExit = true;
        }
    }

    private Benchmark.Builder measuring(InferenceBackend backend) {
        return Benchmark.builder()
                .backend(backend)
                .warmUps(0)
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
    }

    private static ServerProfileOptions options(Profile profile) {
        return new ServerProfileOptions(
                profile, new ProfileWindow(Duration.ZERO, Optional.empty(), 1, OptionalLong.empty()));
    }

    private static ServerProfileOptions command(String start) {
        return options(new Profile(
                ProfilerKind.COMMAND,
                Optional.empty(),
                List.of(),
                Optional.of(start),
                Optional.of("true"), // the profiler then ends by itself
                Duration.ofMinutes(1)));
    }

    private static Optional<String> profiler(BenchmarkResult result) {
        return result.runs().get(0).report().orElseThrow().outcome().flatMap(RunOutcome::profiler);
    }

    @Test
    void processUnderAProfilerOfAnEarlierBenchmarkInvalidatesTheRun() throws Exception {
        BenchmarkResult result = measuring(new ProcessBackend(ProfilerKind.NSYS))
                .scenario(Scenario.SINGLE_STREAM)
                .minQueries(1000)
                .minDuration(Duration.ZERO)
                .build()
                .run();

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).extracting(Reason::code).containsExactly(Reason.Code.PROFILED);
        assertThat(profiler(result)).contains("nsys");
    }

    @Test
    void eachBackendIsProfiled() throws Exception {
        ProcessBackend first = new ProcessBackend(null);
        BenchmarkResult result = measuring(first)
                .backend(new PlainBackend())
                .backend(new ProcessBackend(null))
                .load(Concurrency.of(2).samples(50))
                .serverProfile(command("echo {pid} > {output}/trace"))
                .build()
                .run();

        assertThat(result.verdict()).as(result.reasons().toString()).isEqualTo(Verdict.VALID);
        assertThat(profiler(result)).contains("command");
        assertThat(first.waitsAtExit).isTrue();
        for (int i = 0; i < 2; i++) {
            assertThat(folder.resolve("run/profiles/engine-" + i + "/trace"))
                    .hasContent(String.valueOf(ProcessHandle.current().pid()));
        }
    }

    @Test
    void refusesProfilersThatCannotProfileTheBackends() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> measuring(new PlainBackend())
                        .load(Concurrency.of(2).samples(50))
                        .serverProfile(command("true"))
                        .build())
                .withMessage("serverProfile does not apply without servers and without engines in their own processes:"
                        + " remove serverProfile");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> measuring(new ProcessBackend(null))
                        .load(Concurrency.of(2).samples(50))
                        .serverProfile(options(Profile.of(ProfilerKind.TORCH)))
                        .build())
                .withMessage("the profiler 'torch' needs an HTTP server: profile engine processes with 'nsys' or"
                        + " 'command'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> measuring(new ProcessBackend(null))
                        .load(Concurrency.of(2).samples(50))
                        .serverProfile(command("curl {url}"))
                        .build())
                .withMessage("the profiler 'command' cannot use {url}, because engine processes have no URL");
    }
}
