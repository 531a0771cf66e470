// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a result refers only to the files of its own run, even if their directory changes during the run. */
@Timeout(60)
class RunFilesIdentityTest {

    private static final Schedule SCHEDULE = Schedule.burst(4);
    private static final String OTHER = "not of this run";

    @TempDir
    private Path folder;

    private Path own;

    /** A change of the directory during the run. */
    private interface Change {
        void make() throws IOException;
    }

    @BeforeEach
    void makeFolder() throws IOException {
        own = Files.createDirectory(folder.toRealPath().resolve("own"));
    }

    @Test
    void aLinkThatChangesDuringTheRunIsResolvedOnce() throws Exception {
        Path other = otherFiles();
        Path latest = Files.createSymbolicLink(folder.resolve("latest"), own);

        TestResult result = run(latest, () -> {
            Files.delete(latest);
            Files.createSymbolicLink(latest, other);
        });

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.logs()).isEqualTo(files(own));
        assertThat(result.logs().summary()).hasContent(result.summaryText());
        assertThat(result.logs().detail()).content().contains("completed");
        assertUntouched(other);
    }

    @Test
    void aRenamedDirectoryFailsTheRun() {
        assertFails("loadharness_schedule_summary.txt is missing", () -> Files.move(own, folder.resolve("renamed")));
    }

    @Test
    void aReplacedDirectoryFailsTheRun() throws Exception {
        Path other = otherFiles();

        assertFails("loadharness_schedule_summary.txt is not the file of this run", () -> {
            Files.move(own, folder.resolve("renamed"));
            Files.move(other, own);
        });
        assertUntouched(own);
    }

    @Test
    void aReplacedFileFailsTheRun() throws Exception {
        Path detail = files(otherFiles()).detail();

        assertFails(
                "loadharness_schedule_detail.txt is not the file of this run",
                () -> Files.move(detail, files(own).detail(), StandardCopyOption.REPLACE_EXISTING));
        assertThat(files(own).detail()).hasContent(OTHER);
    }

    @Test
    void aFileThatBecomesALinkFailsTheRun() throws Exception {
        Path other = otherFiles();

        assertFails("loadharness_schedule_detail.txt is not the file of this run", () -> {
            Files.delete(files(own).detail());
            Files.createSymbolicLink(files(own).detail(), files(other).detail());
        });
        assertUntouched(other);
    }

    @Test
    void aDeletedFileFailsTheRun() {
        assertFails(
                "loadharness_schedule_detail.txt is missing",
                () -> Files.delete(files(own).detail()));
    }

    @Test
    void aRecreatedFileFailsTheRun() {
        assertFails("loadharness_schedule_detail.txt is not the file of this run", () -> {
            Files.delete(files(own).detail());
            Files.writeString(files(own).detail(), OTHER);
        });
    }

    @Test
    void aDeletedDirectoryFailsTheRun() {
        assertFails("loadharness_schedule_summary.txt is missing", () -> {
            try (Stream<Path> inside = Files.list(own)) {
                for (Path file : inside.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(own);
        });
    }

    @Test
    void filesOfAnEarlierRunAreOverwritten() throws Exception {
        Path other = otherFiles();

        TestResult result = run(other, () -> {});

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.logs().detail()).content().doesNotContain(OTHER);
        assertThat(other).isDirectoryContaining("glob:**summary.txt").isDirectoryNotContaining("glob:**.lock");
    }

    private void assertFails(String what, Change change) {
        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(() -> run(own, change))
                .withMessageContaining(what)
                .satisfies(e -> assertThat(e.reason().code()).isEqualTo(Reason.Code.LOGS_UNUSABLE));
    }

    /** Makes the change during a run that would be valid without the change. */
    private static TestResult run(Path directory, Change change) {
        AtomicBoolean made = new AtomicBoolean();
        TestSystem system = new TestSystem((QuerySample sample) -> {
            if (!made.getAndSet(true)) {
                change.make();
            }
            sample.complete();
        });
        try (ScheduledLoad load = new ScheduledLoad(SCHEDULE)) {
            return load.run(
                    system,
                    QuerySampleLibrary.ofSize("ten", 10),
                    TestSettings.builder(SCHEDULE.scenario()).build(),
                    LogSettings.in(directory));
        }
    }

    private Path otherFiles() throws IOException {
        Path other = Files.createDirectory(folder.toRealPath().resolve("other"));
        Files.writeString(files(other).summary(), OTHER);
        Files.writeString(files(other).detail(), OTHER);
        return other;
    }

    private static void assertUntouched(Path directory) {
        assertThat(files(directory).summary()).hasContent(OTHER);
        assertThat(files(directory).detail()).hasContent(OTHER);
    }

    private static LogFiles files(Path directory) {
        return LogFiles.in(directory, "loadharness_schedule_", "");
    }
}
