// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.schedule.Concurrency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that requirements are never judged by the figures of another run, whatever happens to the folder of the run. */
@Timeout(120)
class RunIdentityTest {

    /** The other run meets this requirement, and a run of 20 samples does not. */
    private static final String REQUIREMENT = "samples>=40";

    @TempDir
    private Path folder;

    private Path own;
    private Path other;
    private byte[] otherResult;

    /** A change of the folder during the run. */
    private interface Change {
        void make() throws IOException;
    }

    @BeforeEach
    void runAnother() throws Exception {
        own = folder.resolve("own");
        other = folder.resolve("other");
        BenchmarkResult result =
                benchmark(60, other, () -> {}).require(REQUIREMENT).build().run();
        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        otherResult = Files.readAllBytes(other.resolve("result.json"));
    }

    @Test
    void aLinkToTheFolderIsResolvedOnlyOnce() throws Exception {
        Files.createDirectory(own);
        Path latest = Files.createSymbolicLink(folder.resolve("latest"), own);

        BenchmarkResult result = run(latest, () -> repoint(latest));

        assertUnmet(result);
        assertThat(result.folder()).isEqualTo(own.toRealPath());
        assertThat(own.resolve("result.json")).isRegularFile();
        assertThat(Files.readAllBytes(other.resolve("result.json"))).isEqualTo(otherResult);
    }

    @Test
    void aLinkInThePathOfTheFolderIsResolvedOnlyOnce() throws Exception {
        Files.createDirectory(own);
        Path latest = Files.createSymbolicLink(folder.resolve("latest"), own);

        BenchmarkResult result = run(latest.resolve("run"), () -> repoint(latest));

        assertUnmet(result);
        assertThat(own.resolve("run/result.json")).isRegularFile();
        assertThat(other.resolve("run")).doesNotExist();
    }

    @Test
    void aLinkIsResolvedOnlyOnceForAllScenarios() throws Exception {
        Files.createDirectory(own);
        Path latest = Files.createSymbolicLink(folder.resolve("latest"), own);

        BenchmarkResult result = Benchmark.builder()
                .systemUnderTest(new ChangingSystem(() -> repoint(latest)))
                .library(QuerySampleLibrary.ofSize("numbers", 64))
                .clientLimits(ClientLimits.NONE)
                .scenario(Scenario.SINGLE_STREAM, Scenario.OFFLINE)
                .targetQps(Scenario.OFFLINE, 100)
                .minQueries(10)
                .minDuration(Duration.ofMillis(100))
                .require("samples>=100000000")
                .outputFolder(latest)
                .build()
                .run();

        assertThat(result.runs()).extracting(RunResult::verdict).containsOnly(Verdict.INVALID);
        assertThat(own.resolve("single-stream/result.json")).isRegularFile();
        assertThat(own.resolve("offline/result.json")).isRegularFile();
        assertThat(other.resolve("offline")).doesNotExist();
    }

    @Test
    void aFolderThatIsReplacedDuringTheRunFailsIt() throws Exception {
        BenchmarkResult result = run(own, () -> {
            Files.move(own, folder.resolve("renamed"));
            Files.move(other, own);
        });

        assertFailed(result, "is not the file of this run");
        assertThat(Files.readAllBytes(own.resolve("result.json"))).isEqualTo(otherResult);
    }

    @Test
    void aFolderThatIsRenamedDuringTheRunFailsIt() throws Exception {
        assertFailed(run(own, () -> Files.move(own, folder.resolve("renamed"))), "is missing");
    }

    @Test
    void recordsThatAreReplacedDuringTheRunFailIt() throws Exception {
        BenchmarkResult result = run(own, () -> move("records.cbor"));

        assertFailed(result, "records.cbor is not the file of this run");
        assertThat(own.resolve("result.json")).doesNotExist();
    }

    @Test
    void recordsThatAreOverwrittenDuringTheRunNeverMakeItValid() throws Exception {
        BenchmarkResult result = run(own, () -> copy("records.cbor"));

        assertThat(result.verdict()).isIn(Verdict.FAILED, Verdict.INVALID);
        assertThat(result.runs().get(0).progress().completed()).isEqualTo(20);
    }

    @Test
    void settingsThatAreReplacedDuringTheRunFailIt() throws Exception {
        assertFailed(run(own, () -> move("run.json")), "run.json is not the file of this run");
    }

    @Test
    void settingsThatAreOverwrittenDuringTheRunDoNotChangeItsRequirements() throws Exception {
        Path lenient = folder.resolve("lenient");
        benchmark(5, lenient, () -> {}).build().run();

        assertUnmet(
                run(own, () -> Files.write(own.resolve("run.json"), Files.readAllBytes(lenient.resolve("run.json")))));
    }

    private void repoint(Path link) throws IOException {
        Files.delete(link);
        Files.createSymbolicLink(link, other);
    }

    private void move(String name) throws IOException {
        Files.move(other.resolve(name), own.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private void copy(String name) throws IOException {
        Files.write(own.resolve(name), Files.readAllBytes(other.resolve(name)));
    }

    private static void assertUnmet(BenchmarkResult result) {
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).singleElement().asString().contains("samples");
    }

    private static void assertFailed(BenchmarkResult result, String sentence) {
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.runs().get(0).reason()).hasValueSatisfying(reason -> {
            assertThat(reason.code()).isIn(Reason.Code.RECORDS_UNUSABLE, Reason.Code.LOGS_UNUSABLE);
            assertThat(reason.text()).contains(sentence);
        });
    }

    private static BenchmarkResult run(Path to, Change change) throws Exception {
        return benchmark(20, to, change).require(REQUIREMENT).build().run();
    }

    private static Benchmark.Builder benchmark(int samples, Path to, Change change) {
        return Benchmark.builder()
                .systemUnderTest(new ChangingSystem(change))
                .library(QuerySampleLibrary.ofSize("numbers", 64))
                .clientLimits(ClientLimits.NONE)
                .load(Concurrency.of(1).samples(samples))
                .outputFolder(to);
    }

    /** A system that makes the change at its first query. */
    private static final class ChangingSystem extends SystemUnderTest {

        private final Change change;
        private boolean made;

        ChangingSystem(Change change) {
            super("this run");
            this.change = change;
        }

        @Override
        public void issueQuery(Query query) throws IOException {
            if (!made) {
                made = true;
                change.make();
            }
            query.completeAll();
        }
    }
}
