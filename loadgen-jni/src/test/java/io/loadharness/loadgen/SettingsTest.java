// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.LogSettings;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @TempDir
    Path folder;

    private final MlperfLoadGen loadGen = new MlperfLoadGen();

    @Test
    void defaultsAreLoadGensOwn() {
        Map<String, Number> defaults =
                loadGen.resolve(TestSettings.builder(Scenario.SERVER).build());
        assertThat(defaults)
                .containsEntry("min_query_count", 100L)
                .containsEntry("min_duration_ms", 10_000L)
                .containsEntry("server_target_latency_ns", 100_000_000L)
                .containsEntry("qsl_rng_seed", 0L)
                .containsEntry("token_latency_scaling_factor", 0L);
    }

    @Test
    void theBuilderHasAMethodForEveryFieldOfLoadGen() throws Exception {
        Set<String> known = new TreeSet<>();
        for (int field = 0; field < NativeRun.settingCount(); field++) {
            known.add(NativeRun.settingName(field));
        }
        TestSettings.Builder all = TestSettings.builder(Scenario.SERVER);
        for (Method method : TestSettings.Builder.class.getMethods()) {
            if (method.getReturnType() == TestSettings.Builder.class) {
                Class<?> type = method.getParameterTypes()[0];
                Object value = type == boolean.class
                        ? (Object) true
                        : type == double.class
                                ? (Object) 0.5
                                : type == int.class
                                        ? (Object) 1
                                        : type == long.class
                                                ? (Object) 1L
                                                : type == Duration.class
                                                        ? Duration.ofSeconds(1)
                                                        : type == TestMode.class ? TestMode.ACCURACY_ONLY : null;
                if (value != null) {
                    method.invoke(all, value);
                }
            }
        }
        TestSettings settings = all.build();
        assertThat(new TreeSet<>(settings.fields().keySet())).isEqualTo(known);
        Map<String, Number> resolved = loadGen.resolve(settings);
        settings.fields()
                .forEach((name, value) ->
                        assertThat(resolved.get(name).doubleValue()).as(name).isEqualTo(value.doubleValue()));
    }

    @Test
    void countsMustNotBeNegative() {
        TestSettings.Builder builder = TestSettings.builder(Scenario.SERVER);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.serverMaxAsyncQueries(-1))
                .withMessage("serverMaxAsyncQueries must be at least 0: got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxQueryCount(-1))
                .withMessage("maxQueryCount must be at least 0: got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.accuracyLogSamplingTarget(-1))
                .withMessage("accuracyLogSamplingTarget must be at least 0: got -1");
        for (long value : new long[] {-1, 0}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.multiStreamSamplesPerQuery(value))
                    .withMessage("multiStreamSamplesPerQuery must be at least 1: got " + value);
        }
        assertThat(builder.qslRngSeed(-1).build().fields()).containsOnly(Map.entry("qsl_rng_seed", -1L));
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, -0.1, Double.NaN})
    void aProbabilityMustBeAProbability(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestSettings.builder(Scenario.SERVER).accuracyLogProbability(value))
                .withMessage("accuracyLogProbability must be from 0 to 1: got " + value);
    }

    @Test
    void codeOverridesUserConfWhichOverridesMlperfConf() throws Exception {
        Path conf =
                Files.writeString(folder.resolve("user.conf"), "*.Server.target_qps = 7.5\n*.*.min_duration = 1234\n");
        TestSettings settings = TestSettings.builder(Scenario.SERVER)
                .model("llama2-70b")
                .userConf(conf)
                .serverTargetQps(9)
                .build();
        for (int i = 0; i < 3; i++) {
            assertThat(loadGen.resolve(settings))
                    .containsEntry("server_target_qps", 9.0)
                    .containsEntry("min_duration_ms", 1234L)
                    .containsEntry("use_token_latencies", 1L)
                    .containsEntry("performance_sample_count_override", 24_576L)
                    .hasEntrySatisfying(
                            "qsl_rng_seed", seed -> assertThat(seed.longValue()).isNotZero())
                    .hasEntrySatisfying("schedule_rng_seed", seed -> assertThat(seed.longValue())
                            .isNotZero());
        }
    }

    @Test
    void everyRunWithAUserConfHasTheOfficialSeeds() throws Exception {
        Path conf = Files.writeString(folder.resolve("user.conf"), "*.*.min_duration = 0\n*.*.min_query_count = 200\n");
        TestSettings settings =
                TestSettings.builder(Scenario.OFFLINE).userConf(conf).build();
        String seed = Long.toUnsignedString(
                loadGen.resolve(settings).get("sample_index_rng_seed").longValue());
        for (int i = 0; i < 3; i++) {
            TestResult result = loadGen.run(QuickRuns.prompt(), QuickRuns.LIBRARY, settings, LogSettings.in(folder));
            assertThat(result.reasons()).isEmpty();
            assertThat(result.log().requestedSettings()).containsEntry("sample_index_rng_seed", seed);
        }
    }

    @Test
    void anAuditConfIsAppliedByLoadGen() throws Exception {
        Path conf = Files.writeString(folder.resolve("audit.config"), "*.*.min_query_count = 321\n");
        TestResult result = loadGen.run(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.SINGLE_STREAM).auditConf(conf).build(),
                LogSettings.in(folder));
        assertThat(result.log().effectiveSettings()).containsEntry("min_query_count", "321");
        assertThat(result.log().warnings()).anyMatch(warning -> warning.contains("Audit Config"));
    }

    @Test
    void anAuditConfInTheWorkingFolderIsIgnored() throws Exception {
        Path stray = Path.of("audit.config");
        Files.writeString(stray, "*.*.min_query_count = 321\n");
        try {
            TestResult result = loadGen.run(
                    QuickRuns.prompt(),
                    QuickRuns.LIBRARY,
                    QuickRuns.settings(Scenario.SINGLE_STREAM).build(),
                    LogSettings.in(folder));
            assertThat(result.log().effectiveSettings()).containsEntry("min_query_count", "700");
        } finally {
            Files.delete(stray);
        }
    }

    @Test
    void aLineThatLoadGenWouldIgnoreIsRejectedWithItsNumber() throws Exception {
        Path conf = Files.writeString(folder.resolve("user.conf"), "# mine\n*.Server.target_qsp = 7\n");
        assertThatThrownBy(() -> loadGen.resolve(
                        TestSettings.builder(Scenario.SERVER).userConf(conf).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("user.conf", "2", "target_qsp", "target_qps");
        assertThatThrownBy(() -> loadGen.resolve(TestSettings.builder(Scenario.SERVER)
                        .model("llama3.1-8b")
                        .build()))
                .hasMessageContaining("llama3_1-8b");
    }

    @Test
    void settingsThatWouldCrashLoadGenAreRejected() {
        for (TestSettings.Builder settings : Arrays.asList(
                TestSettings.builder(Scenario.SINGLE_STREAM).singleStreamExpectedLatency(Duration.ZERO),
                TestSettings.builder(Scenario.SINGLE_STREAM)
                        .singleStreamExpectedLatency(Duration.ofNanos(1))
                        .minDuration(Duration.ofHours(1)),
                TestSettings.builder(Scenario.SERVER).serverTargetQps(0),
                TestSettings.builder(Scenario.OFFLINE)
                        .performanceIssueSame(true)
                        .performanceIssueSameIndex(64),
                TestSettings.builder(Scenario.OFFLINE).mode(TestMode.FIND_PEAK_PERFORMANCE),
                TestSettings.builder(Scenario.OFFLINE).offlineExpectedQps(1e15))) {
            assertThatThrownBy(() -> loadGen.run(
                            QuickRuns.prompt(), QuickRuns.LIBRARY, settings.build(), LogSettings.in(folder)))
                    .as(settings.build().toString())
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void namesThatWouldDamageTheLogAreRejected() {
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.prompt(),
                        io.loadharness.QuerySampleLibrary.ofSize("a \"quoted\" name", 64),
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(folder)))
                .hasMessageContaining("name of the library");
    }

    @Test
    void aRejectedConfigurationIsNamed() {
        assertThat(NativeSettings.rejection("", 1)).hasMessage("LoadGen rejected its own mlperf.conf with code 1");
        assertThat(NativeSettings.rejection("/x/user.conf", 1)).hasMessage("LoadGen rejected /x/user.conf with code 1");
    }
}
