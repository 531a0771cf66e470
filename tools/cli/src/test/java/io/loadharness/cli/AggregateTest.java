// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.RunFolder;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code harness run --slice} and {@code harness aggregate}, with the slices of a real run. */
@Timeout(600)
class AggregateTest {

    private static final int SLICES = 3;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOAD = "--load poisson --rate 60 --requests 90 --seed 5 --require failure_rate<=1%";

    private static final String WAITING = "Waiting for the common start at ";

    @TempDir
    static Path folders;

    private static Path runs;

    private static SimulatedServer server;

    @TempDir
    Path folder;

    /** Runs all slices, again with a later start if the machine was too slow for the first. */
    @BeforeAll
    static void runAllSlices() {
        Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
        server = SimulatedServer.start(SimulatorConfig.builder().pace(pace).build());
        List<Session> sessions = startedIn(Duration.ofSeconds(8));
        if (!sessions.stream().allMatch(AggregateTest::hasWaited)) {
            sessions = startedIn(Duration.ofSeconds(30));
        }
        assertThat(sessions).allSatisfy(session -> {
            assertThat(session.err()).isEmpty();
            assertThat(session.out()).contains(", slice ").contains(WAITING);
        });
    }

    /** Runs all slices at the same time, in one JVM, with one common start. */
    private static List<Session> startedIn(Duration delay) {
        runs = folders.resolve(delay.toString());
        Instant start = Instant.now().plus(delay);
        List<CompletableFuture<Session>> sessions = IntStream.range(0, SLICES)
                .mapToObj(rank -> Session.start(() -> run(
                        runs.resolve("slice-" + rank),
                        LOAD + " --slice " + rank + "/" + SLICES + " --start-at " + start)))
                .toList();
        return sessions.stream().map(CompletableFuture::join).toList();
    }

    private static boolean hasWaited(Session session) {
        return session.out().contains(WAITING);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static Session run(Path output, String options) {
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--url", server.uri().toString(), "--max-tokens", "6", "--output-dir", output.toString()));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(Arrays.asList(options.split(" ")));
        return Session.of(arguments.toArray(String[]::new));
    }

    @Test
    void slicesTogetherAreTheRunOfOneProcess() throws IOException {
        Path whole = folder.resolve("whole");
        assertThat(run(whole, LOAD).err()).isEmpty();
        Path joined = folder.resolve("joined");

        Session session = Session.of("aggregate", runs.toString(), "--output", joined.toString());

        assertThat(session.err()).isEmpty();
        List<String[]> rows = rows(whole);
        assertThat(rows).hasSize(90);
        TreeMap<Long, String> together = new TreeMap<>();
        for (int rank = 0; rank < SLICES; rank++) {
            List<String[]> own = rows(runs.resolve("slice-" + rank));
            for (int i = 0; i < own.size(); i++) {
                together.put((long) i * SLICES + rank, own.get(i)[1] + " at " + own.get(i)[2]);
            }
        }
        assertThat(together.values())
                .containsExactlyElementsOf(
                        rows.stream().map(row -> row[1] + " at " + row[2]).toList());
        TreeMap<Long, Integer> samples = new TreeMap<>();
        long last = Long.MIN_VALUE;
        try (RecordReader records = new RunFolder(joined).openRecords()) {
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                assertThat(samples.put(each.sequence(), each.sampleIndex())).isNull();
                assertThat(each.endpoint()).endsWith(" @slice-" + each.sequence() % SLICES);
                assertThat(each.times().reported()).isGreaterThanOrEqualTo(last);
                last = each.times().reported();
            }
            assertThat(records.isComplete()).isTrue();
        }
        assertThat(samples.values())
                .containsExactlyElementsOf(
                        rows.stream().map(row -> Integer.valueOf(row[1])).toList());
    }

    private static List<String[]> rows(Path run) throws IOException {
        try (Stream<String> lines = Files.lines(run.resolve("loadharness_schedule_detail.txt"))) {
            return lines.skip(1).map(line -> line.split("\t", -1)).toList();
        }
    }

    @Test
    void theJoinedRunHasAllReportsAndARowForEachSlice() throws IOException {
        Path joined = folder.resolve("joined");

        Session session = Session.of("aggregate", runs.toString(), "--output-dir", joined.toString());

        JsonNode result = JSON.readTree(joined.resolve("result.json").toFile());
        assertThat(result.path("counts").path("completed").asInt()).isEqualTo(90);
        assertThat(result.path("endpoints")).hasSize(SLICES);
        assertThat(result.path("run").path("load").asText()).isEqualTo("poisson 60/s, 90 samples");
        assertThat(result.path("run").path("rate_per_second").asDouble()).isEqualTo(60);
        assertThat(result.path("run").path("slice").isNull()).isTrue();
        assertThat(result.path("outcome").path("issued").asInt()).isEqualTo(90);
        assertThat(result.path("outcome").path("slices")).hasSize(SLICES);
        assertThat(result.path("outcome").path("slices").path(1).path("issued").asInt())
                .isEqualTo(30);
        assertThat(result.path("requirements").path(0).path("met").asBoolean()).isTrue();
        assertThat(session.plainOut())
                .containsPattern("(?m)^slice-2 +\\S+ +30 +30 +0 +(VALID|INVALID)$")
                .containsPattern("(?m)^http://\\S+ @slice-1 +30 +0 ");
        assertThat(joined.resolve("report.html")).isNotEmptyFile();
        assertThat(joined.resolve("slice-2/result.json")).isNotEmptyFile();
        assertThat(joined.resolve("slice-2/records.cbor")).doesNotExist();
        Session again = Session.of("report", joined.toString());
        assertThat(again.exitCode()).isEqualTo(session.exitCode());
        JsonNode slice = JSON.readTree(runs.resolve("slice-1/result.json").toFile());
        assertThat(slice.path("run").path("slice").path("rank").asInt()).isEqualTo(1);
        assertThat(slice.path("run").path("load").asText()).isEqualTo("poisson 60/s, 90 samples, slice 1/3");
    }

    @Test
    void validSlicesMakeAValidRun() throws IOException {
        Path copy = validCopy();

        Session session = aggregate(copy);

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).first().asString().startsWith("**VALID**: poisson 60/s, 90 samples");
        Session second = aggregate(copy);
        assertThat(second.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(second.err()).contains("has the records of an earlier run; use another folder");
    }

    @Test
    void aMissedRequirementOfAllRecordsHasItsOwnExitCode() throws IOException {
        Path copy = validCopy();
        for (int rank = 0; rank < SLICES; rank++) {
            edit(copy.resolve("slice-" + rank + "/run.json"), run -> run.putArray("requirements")
                    .add("requests_per_second>=1000"));
        }

        Session session = aggregate(copy);

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.UNMET);
    }

    @Test
    void aMissingSliceMakesTheRunInvalid() throws IOException {
        Path copy = validCopy();
        delete(copy.resolve("slice-1"));

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.outLines()).contains("- 1 of 3 slices are missing; the first is slice 1/3");
        JsonNode result = JSON.readTree(copy.resolve("joined/result.json").toFile());
        assertThat(result.path("counts").path("completed").asInt()).isEqualTo(60);
        assertThat(result.path("reason_codes").path(0).asText()).isEqualTo("SLICES_INCOMPLETE");
    }

    @Test
    void aSliceOfAKilledProcessMakesTheRunInvalid() throws IOException {
        Path copy = validCopy();
        Files.delete(copy.resolve("slice-2/outcome.json"));
        truncate(copy.resolve("slice-2/records.cbor"), 0.5);

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out())
                .containsPattern("(?m)^- slice 2/3 on \\S+ ended before its run was complete: it has no outcome.json$")
                .containsPattern(
                        "(?m)^- the records of slice 2/3 on \\S+ are not complete: \\S+ is truncated after \\d+"
                                + " records$")
                .containsPattern("(?m)^- \\d+ of \\d+ samples have no record; the first is sample \\d+$");
    }

    @Test
    void anInvalidSliceMakesTheRunInvalid() throws IOException {
        Path copy = validCopy();
        edit(copy.resolve("slice-0/outcome.json"), outcome -> {
            outcome.put("verdict", "INVALID");
            outcome.putArray("reasons").add("the run started 80.000 ms late");
            outcome.putArray("reason_codes").add("STARTED_LATE");
        });

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out()).containsPattern("(?m)^- slice 0/3 on \\S+: the run started 80.000 ms late$");
        JsonNode result = JSON.readTree(copy.resolve("joined/result.json").toFile());
        assertThat(result.path("reason_codes").path(0).asText()).isEqualTo("STARTED_LATE");
    }

    @Test
    void recordsOfAnotherSliceAreFound() throws IOException {
        Path copy = validCopy();
        Files.delete(copy.resolve("slice-0/records.cbor"));
        Files.copy(copy.resolve("slice-1/records.cbor"), copy.resolve("slice-0/records.cbor"));

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out())
                .contains("- 30 samples are recorded more than once; the first is sample ")
                .contains("- 30 of 90 samples have no record; the first is sample 0");
    }

    @Test
    void slicesWithoutACommonStartMustStartTogether() throws IOException {
        Path copy = validCopy();
        for (int rank = 0; rank < SLICES; rank++) {
            edit(copy.resolve("slice-" + rank + "/run.json"), run -> ((ObjectNode) run.get("slice"))
                    .putNull("start_at"));
        }
        Path records = copy.resolve("slice-1/records.cbor");
        byte[] bytes = Files.readAllBytes(records);
        int at = indexOf(bytes, "started_unix_s") + "started_unix_s".length() + 4;
        bytes[at]++;
        Files.write(records, bytes);

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out())
                .containsPattern(
                        "(?m)^- slice \\d/3 on \\S+ started \\d+ ms after another slice: give all slices the same"
                                + " --start-at$");
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            version        | 0.0.1        | LoadHarness version
            model          | another      | model
            dialect        | llama-cpp    | dialect
            dataset        | other        | data set
            samples        | 3            | number of samples in the data set
            load           | burst of 9   | load
            """)
    void slicesOfOtherRunsAreRefused(String key, String value, String what) throws IOException {
        Path copy = validCopy();
        edit(copy.resolve("slice-2/run.json"), run -> {
            if (key.equals("samples")) {
                run.put(key, Integer.parseInt(value));
            } else {
                run.put(key, value);
            }
        });

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains(
                        "the slices do not belong to one run: the " + what + " of " + copy.resolve("slice-0") + " is ")
                .contains(
                        ", but of " + copy.resolve("slice-2") + " it is " + value + ": join only slices with the same");
        assertThat(copy.resolve("joined")).doesNotExist();
    }

    @Test
    void slicesWithAnotherSeedAreRefused() throws IOException {
        Path copy = validCopy();
        edit(copy.resolve("slice-1/run.json"), run -> run.get("settings").forEach(each -> {
            if (each.path("name").asText().equals("--seed")) {
                ((ObjectNode) each).put("value", "6");
            }
        }));

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains("the --seed of " + copy.resolve("slice-0") + " is 5, but of " + copy.resolve("slice-1")
                        + " it is 6: join only slices with the same settings");
    }

    @Test
    void theSameSliceTwiceIsRefused() throws IOException {
        Path copy = validCopy();

        Session session = Session.of(
                "aggregate", copy.toString(), copy.resolve("slice-1").toString(), "--output=" + folder + "/j");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains(" are both slice 1/3: give each slice once");
    }

    @Test
    void runsThatAreNotSlicesAreRefused() {
        Path loadGen = folder.resolve("loadgen");
        assertThat(run(loadGen, "--scenario single-stream --min-duration 1ms --min-queries 1")
                        .err())
                .isEmpty();

        Session session = Session.of(
                "aggregate", runs.resolve("slice-0").toString(), loadGen.toString(), "--output=" + folder + "/j");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains(
                        loadGen + " cannot be joined: it contains neither the run of a slice (run --slice) nor results"
                                + " of the datacenter benchmark (run --rules datacenter). To compare separate runs, use the command"
                                + " compare");
        assertThat(Session.of("aggregate", folder.resolve("nothing").toString()).err())
                .contains("nothing does not exist: give the folders of the runs to join");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"version":          | has invalid content
            []                   | has invalid content
            {"slice":{"rank":9,"count":3,"node":"a"}} | has invalid content
            {"slice":{"rank":0,"count":-1,"node":"a"}} | has invalid content
            null                 | has invalid content
            """)
    void aDamagedDescriptionIsReported(String json, String message) throws IOException {
        Path copy = validCopy();
        Files.writeString(copy.resolve("slice-1/run.json"), json);

        Session session = Session.of(
                "aggregate",
                copy.resolve("slice-0").toString(),
                copy.resolve("slice-1").toString(),
                "--output=" + folder + "/j");

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err())
                .contains(copy.resolve("slice-1/run.json") + " " + message)
                .doesNotContain("\tat ");
    }

    @Test
    void aHugeDescriptionIsNotRead() throws IOException {
        Path copy = validCopy();
        try (RandomAccessFile file =
                new RandomAccessFile(copy.resolve("slice-1/run.json").toFile(), "rw")) {
            file.setLength(8L << 30); // a sparse file
        }

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err()).contains("has 8589934592 bytes, but such a file may have at most 16777216");
    }

    @Test
    void recordsWithoutAHeaderAreReported() throws IOException {
        Path copy = validCopy();
        Files.writeString(copy.resolve("slice-1/records.cbor"), "not records");

        Session session = aggregate(copy);

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err()).contains("has VALUE_STRING instead of the header of a records file");
        assertThat(copy.resolve("joined/records.cbor")).doesNotExist();
    }

    @Tag("slow")
    @Test
    void damagedRecordsNeverMakeAValidRun() throws IOException {
        Path copy = validCopy();
        Path records = copy.resolve("slice-1/records.cbor");
        byte[] good = Files.readAllBytes(records);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 60; i++) {
            byte[] bad = Arrays.copyOf(good, 100 + random.nextInt(good.length - 100));
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(records, bad);
            Path joined = folder.resolve("fuzz-" + i);

            Session session = Session.of("aggregate", copy.toString(), "--output", joined.toString());

            assertThat(session.exitCode()).as(session.out()).isIn(ExitCode.INVALID, ExitCode.FAILED);
            assertThat(session.err()).doesNotContain("\tat ").doesNotContain("internal error");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --scenario offline --target-qps 5 --slice 0/2 | --slice needs --load: LoadGen's seeds are fixed
            --load sweep --slice 0/2                      | --slice does not apply to --load=sweep
            --load burst --requests 9 --slice 2/2         | the rank of a slice must be between 0 and 1
            --load burst --requests 9 --slice x           | a slice has the form rank/count, for example 0/3
            --load burst --requests 9 --start-at 5        | --start-at=1970-01-01T00:00:05Z is in the past
            --load burst --requests 9 --start-at 99999999999 | is more than 24 hours ahead: give an earlier time
            --load burst --requests 9 --start-at noon     | is not a time: give a time in UTC, for example
            --load burst --requests 9 --max-connections 2 --slice 2/3 | slice 2/3 has no share of a maximum of 2 connections
            --load concurrent --concurrency 2 --requests 9 --slice 2/3 | slice 2/3 has no share of a concurrency of 2
            """)
    void optionsThatDoNotFitAreRefused(String options, String message) {
        Session session = run(folder.resolve("run"), options);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains(message);
        assertThat(folder.resolve("run/records.cbor")).doesNotExist();
    }

    @Test
    void variablesSetTheOptionsToo() {
        Session session = Session.of(
                Map.of(),
                "validate",
                "--url=http://h:1",
                "--load=poisson",
                "--rate=10",
                "--duration=60s",
                "--slice=1/4");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("poisson 10/s for 60 s, slice 1/4");
    }

    private Session aggregate(Path parent) {
        return Session.of(
                "aggregate",
                parent.toString(),
                "--output",
                parent.resolve("joined").toString());
    }

    /**
     * Returns a folder with copies of all slices. Their verdict is VALID: on a busy machine, a slice can start late, which other tests
     * cover.
     */
    private Path validCopy() throws IOException {
        Path copy = folder.resolve("copy");
        for (int rank = 0; rank < SLICES; rank++) {
            Path to = Files.createDirectories(copy.resolve("slice-" + rank));
            try (Stream<Path> files = Files.list(runs.resolve("slice-" + rank))) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(each, to.resolve(each.getFileName()));
                }
            }
            edit(to.resolve("outcome.json"), outcome -> {
                outcome.put("verdict", "VALID");
                outcome.putArray("reasons");
                outcome.putArray("reason_codes");
            });
        }
        return copy;
    }

    private static void edit(Path file, Consumer<ObjectNode> change) throws IOException {
        ObjectNode document = (ObjectNode) JSON.readTree(file.toFile());
        change.accept(document);
        JSON.writeValue(file.toFile(), document);
    }

    private static void truncate(Path file, double share) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * share)));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
        Files.delete(folder);
    }
}
