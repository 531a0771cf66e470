// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Pause;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordMerge;
import io.loadharness.report.RunDescription.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Joins the folders of the slices of one schedule into one run. All metrics are computed from the records of all slices, not from the
 * metrics of the slices. The joined folder is a normal run folder. It contains the results of each slice in a subfolder.
 *
 * <pre>{@code
 * RunReport report = SliceMerge.of(List.of(Path.of("n1"), Path.of("n2"), Path.of("n3"))).writeTo(Path.of("joined"));
 * }</pre>
 */
public final class SliceMerge {

    /** The settings that may differ between slices: they change where a slice runs and how it prints, but not what it sends. */
    static final Set<String> OWN_SETTINGS = Set.of(
            "--slice",
            "--url",
            "--output-dir",
            "--metrics-port",
            "--metrics-host",
            "--ready-timeout",
            "--max-time",
            "--api-key-env",
            "--api-key-file",
            "--ca",
            "--certificate",
            "--key",
            "--proxy",
            "--quiet",
            "--log-level",
            "--json",
            "endpoint",
            "slice",
            "outputFolder");

    private static final List<String> COPIED =
            List.of("run.json", "outcome.json", "result.json", "summary.txt", "report.html");

    private static final Duration MAX_START_DISTANCE = Duration.ofMillis(50);
    private static final int MAX_REASONS = 100;
    private static final long MAX_JSON_BYTES = 16 << 20;

    private final List<Part> parts;
    private final Optional<Coordination> coordination;

    /**
     * The findings of a coordinator that ran all slices.
     *
     * @param settings the settings of the whole run, which replace the settings of the slices
     * @param reasons the coordinator's reasons why the run is not valid, listed before the reasons of the slices; if the first reason has
     *     the code {@code ABORTED}, the run is aborted
     * @param warnings the coordinator's warnings, listed before the warnings of the slices
     */
    public record Coordination(List<Setting> settings, List<Reason> reasons, List<String> warnings) {

        public Coordination {
            settings = List.copyOf(settings);
            reasons = List.copyOf(reasons);
            warnings = List.copyOf(warnings);
        }
    }

    /** The folder of a slice with its settings and outcome. */
    private record Part(RunFolder folder, RunDescription description, RunSlice slice, Optional<RunOutcome> outcome) {

        static Part of(Path path) throws IOException {
            RunFolder folder = new RunFolder(path);
            RunDescription description = read(folder.description(), RunDescription.class);
            RunSlice slice = description
                    .slice()
                    .orElseThrow(() -> new IllegalArgumentException(
                            path + " is not the folder of a slice: its run had no --slice"));
            Optional<RunOutcome> outcome = Files.exists(folder.outcome())
                    ? Optional.of(read(folder.outcome(), RunOutcome.class))
                    : Optional.empty();
            return new Part(folder, description, slice, outcome);
        }

        private static <T> T read(Path file, Class<T> type) throws IOException {
            if (Files.exists(file) && Files.size(file) > MAX_JSON_BYTES) {
                throw new ReportException(file + " has " + Files.size(file)
                        + " bytes, but such a file may have at most " + MAX_JSON_BYTES);
            }
            return RunJson.read(file, type);
        }

        Verdict verdict() {
            return outcome.map(RunOutcome::verdict).orElse(Verdict.FAILED);
        }

        /** Returns the load as text, without the suffix of the slice. */
        String wholeLoad() {
            String load = String.valueOf(description.load());
            return load.endsWith(slice.suffix())
                    ? load.substring(0, load.length() - slice.suffix().length())
                    : load;
        }
    }

    private SliceMerge(List<Part> parts, Optional<Coordination> coordination) {
        this.parts = parts;
        this.coordination = coordination;
    }

    /** Returns true if a folder contains the run of a slice. */
    public static boolean isSlice(Path folder) throws IOException {
        Path file = new RunFolder(folder).description();
        return Files.exists(file)
                && Part.read(file, RunDescription.class).slice().isPresent();
    }

    /**
     * Reads the settings and the outcomes of slices, and checks that they belong together. If a slice is missing, this method does not
     * fail, but the joined run is invalid.
     *
     * @throws IllegalArgumentException if a folder is not the folder of a slice, or the slices do not belong to one run
     * @throws ReportException if a file is missing or damaged
     */
    public static SliceMerge of(List<Path> folders) throws IOException {
        return of(folders, Optional.empty());
    }

    /**
     * Reads the settings and the outcomes of slices that a coordinator ran. Does not compare all settings, because the coordinator gave all
     * slices the same settings, and file paths differ between machines.
     *
     * @throws IllegalArgumentException if a folder is not the folder of a slice, or the slices do not belong to one run
     * @throws ReportException if a file is missing or damaged
     */
    public static SliceMerge of(List<Path> folders, Coordination coordination) throws IOException {
        return of(folders, Optional.of(coordination));
    }

    private static SliceMerge of(List<Path> folders, Optional<Coordination> coordination) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (Path each : folders) {
            parts.add(Part.of(each));
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("there are no slices to join: give the folders of all slices");
        }
        parts.sort(Comparator.comparingInt(each -> each.slice().rank()));
        for (int i = 1; i < parts.size(); i++) {
            requireSameRun(parts.get(0), parts.get(i));
            if (coordination.isEmpty()) {
                requireSameSettings(parts.get(0), parts.get(i));
            }
            requireOther(parts.get(i - 1), parts.get(i));
        }
        return new SliceMerge(List.copyOf(parts), coordination);
    }

    private static void requireOther(Part one, Part other) {
        if (one.slice().rank() == other.slice().rank()) {
            throw new IllegalArgumentException(
                    one.folder().path() + " and " + other.folder().path() + " are both slice "
                            + one.slice().rank() + "/" + one.slice().count() + ": give each slice once");
        }
    }

    private static void requireSameRun(Part one, Part other) {
        requireSame(one, other, "LoadHarness version", RunDescription::version);
        requireSame(one, other, "number of slices", each -> count(each.slice()));
        requireSame(one, other, "--start-at", each -> startAt(each.slice()));
        requireSame(one, other, "model", RunDescription::model);
        requireSame(one, other, "dialect", RunDescription::dialect);
        requireSame(one, other, "scenario", RunDescription::scenario);
        requireSame(one, other, "data set", RunDescription::dataset);
        requireSame(one, other, "number of samples in the data set", RunDescription::samples);
        if (!one.wholeLoad().equals(other.wholeLoad())) {
            throw different(one, other, "load", one.wholeLoad(), other.wholeLoad());
        }
        requireSame(one, other, "requirements", RunDescription::requirements);
        requireSame(one, other, "streaming", RunDescription::streamed);
    }

    private static void requireSameSettings(Part one, Part other) {
        for (String name : names(one, other)) {
            requireSame(one, other, name, each -> values(each, name));
        }
    }

    private static Object count(Optional<RunSlice> slice) {
        return slice.map(RunSlice::count).orElse(0);
    }

    private static Object startAt(Optional<RunSlice> slice) {
        return slice.flatMap(RunSlice::startAt).map(Instant::toString).orElse("not given");
    }

    private static Set<String> names(Part one, Part other) {
        return Stream.of(one, other)
                .flatMap(each -> each.description().settings().stream())
                .map(each -> String.valueOf(each.name()))
                .filter(name -> !OWN_SETTINGS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String values(RunDescription description, String name) {
        return description.settings().stream()
                .filter(each -> name.equals(String.valueOf(each.name())))
                .map(each -> String.valueOf(each.value()))
                .collect(Collectors.joining(", "));
    }

    /** A function that returns a setting of a run. */
    @FunctionalInterface
    private interface Value {
        Object of(RunDescription description);
    }

    private static void requireSame(Part one, Part other, String what, Value value) {
        Object first = value.of(one.description());
        Object second = value.of(other.description());
        if (!Objects.equals(first, second)) {
            throw different(one, other, what, first, second);
        }
    }

    private static IllegalArgumentException different(Part one, Part other, String what, Object first, Object second) {
        return new IllegalArgumentException("the slices do not belong to one run: the " + what + " of "
                + one.folder().path() + " is " + shown(first) + ", but of "
                + other.folder().path() + " it is " + shown(second) + ": join only slices with the same settings");
    }

    private static String shown(Object value) {
        String text = Summary.plain(String.valueOf(value));
        return text.isEmpty() ? "empty" : text;
    }

    /**
     * Merges the records and writes all reports.
     *
     * @param output a folder without a run
     * @throws IllegalArgumentException if the folder already contains a run
     * @throws io.loadharness.record.RecordException if the records of a slice have no valid header
     */
    public RunReport writeTo(Path output) throws IOException {
        RunFolder folder = new RunFolder(output);
        if (Files.exists(folder.records())) {
            throw new IllegalArgumentException(output + " has the records of an earlier run; use another folder");
        }
        Files.createDirectories(output);
        boolean complete = false;
        try {
            RunReport report = merge(folder);
            complete = true;
            return report;
        } finally {
            if (!complete) {
                Files.deleteIfExists(folder.records());
            }
        }
    }

    private RunReport merge(RunFolder folder) throws IOException {
        RunSlice first = parts.get(0).slice();
        SliceNumbers numbers = new SliceNumbers(first.count(), first.numbersAll());
        List<RecordMerge.Part> files = parts.stream()
                .map(each -> new RecordMerge.Part(
                        each.folder().records(),
                        "slice-" + each.slice().rank(),
                        each.slice().clockOffset(),
                        number -> numbers.add(each.slice().rank(), number)))
                .toList();
        for (Part each : parts) {
            each.folder().openRecords().close(); // if the file is missing, the error message names its folder
        }
        try (RecordMerge merge = RecordMerge.of(files, folder.records())) {
            RunMetrics metrics = RunMetrics.of(merge);
            merge.finish();
            RunDescription description = description();
            RunOutcome outcome = outcome(merge, numbers, folder);
            folder.write(description);
            folder.write(outcome);
            RunReport report = RunReport.of(folder, description, Optional.of(outcome), merge.started(), metrics);
            ReportWriter.write(report);
            return report;
        }
    }

    private RunDescription description() {
        RunDescription first = parts.get(0).description();
        List<Setting> settings = coordination.map(Coordination::settings).orElseGet(() -> Stream.concat(
                        first.settings().stream().filter(each -> !OWN_SETTINGS.contains(String.valueOf(each.name()))),
                        Stream.of(new Setting(
                                "slices", String.valueOf(parts.get(0).slice().count()), "aggregate")))
                .toList());
        return new RunDescription(
                first.version(),
                parts.stream()
                        .map(each ->
                                each.description().started().minus(each.slice().clockOffset()))
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                first.generator(),
                first.scenario(),
                parts.get(0).wholeLoad(),
                first.ratePerSecond().map(rate -> rate * parts.get(0).slice().count()),
                first.model(),
                first.dialect(),
                first.transport(),
                first.streamed(),
                parts.stream()
                        .flatMap(each -> each.description().endpoints().stream())
                        .distinct()
                        .toList(),
                first.dataset(),
                first.samples(),
                settings,
                first.requirements(),
                first.rules(),
                first.bounds(),
                first.environment(),
                Optional.empty());
    }

    private RunOutcome outcome(RecordMerge merge, SliceNumbers numbers, RunFolder folder) throws IOException {
        List<Reason> reasons = reasons(merge, numbers);
        List<SliceOutcome> slices = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part each = parts.get(i);
            Optional<RunOutcome> outcome = each.outcome();
            slices.add(new SliceOutcome(
                    each.slice().rank(),
                    each.slice().node(),
                    each.folder().path().toString(),
                    each.verdict(),
                    outcome.map(RunOutcome::reasons).orElse(List.of()),
                    merge.started(i),
                    outcome.map(RunOutcome::issued).orElse(merge.records(i)),
                    outcome.map(RunOutcome::completed).orElse(0L),
                    outcome.map(RunOutcome::failed).orElse(0L)));
            files.addAll(copyResults(each, folder));
        }
        Optional<Part> worst = worstClient();
        return new RunOutcome(
                parts.stream()
                        .flatMap(each -> each.outcome().stream().map(outcome -> outcome.ended()
                                .minus(each.slice().clockOffset())))
                        .max(Comparator.naturalOrder())
                        .orElseGet(Instant::now),
                verdict(reasons),
                reasons.stream().map(Reason::text).toList(),
                reasons.stream().map(each -> each.code().name()).toList(),
                parts.stream()
                        .anyMatch(each ->
                                each.outcome().map(RunOutcome::clientLimited).orElse(false)),
                slices.stream().mapToLong(SliceOutcome::issued).sum(),
                slices.stream().mapToLong(SliceOutcome::completed).sum(),
                slices.stream().mapToLong(SliceOutcome::failed).sum(),
                parts.get(0).outcome().flatMap(RunOutcome::mode),
                Optional.empty(),
                Optional.empty(),
                worst.flatMap(Part::outcome).flatMap(RunOutcome::health).map(health -> health.withPauses(pauses())),
                worst.flatMap(Part::outcome).flatMap(RunOutcome::limits),
                warnings(worst),
                folder.relative(files),
                parts.stream()
                        .flatMap(each -> each.outcome().flatMap(RunOutcome::profiler).stream())
                        .findFirst(),
                slices,
                List.of(), // slices cannot measure engines
                partial(merge));
    }

    /** Returns the slices that are missing, or whose records are not complete; empty if all records arrived. */
    private Optional<PartialResults> partial(RecordMerge merge) {
        int count = parts.get(0).slice().count();
        Set<Integer> complete = new TreeSet<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).outcome().isPresent() && merge.trouble(i).isEmpty()) {
                complete.add(parts.get(i).slice().rank());
            }
        }
        List<Integer> lost = IntStream.range(0, count)
                .boxed()
                .filter(rank -> !complete.contains(rank))
                .toList();
        return lost.isEmpty() ? Optional.empty() : Optional.of(new PartialResults(PartialResults.SLICE, count, lost));
    }

    private Verdict verdict(List<Reason> reasons) {
        if (isAborted()) {
            return Verdict.ABORTED;
        }
        return reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID;
    }

    /** Returns true if the coordinator aborted the whole run. */
    private boolean isAborted() {
        return coordination.stream()
                .flatMap(each -> each.reasons().stream().limit(1))
                .anyMatch(each -> each.code() == Reason.Code.ABORTED);
    }

    /**
     * Returns true if the coordinator reported reasons. In this case, the coordinator aborted the slices, and an aborted slice is not an
     * additional reason.
     */
    private boolean areStopped() {
        return coordination.filter(each -> !each.reasons().isEmpty()).isPresent();
    }

    /** Returns the reasons why the joined run is not valid, the most severe first. */
    private List<Reason> reasons(RecordMerge merge, SliceNumbers numbers) {
        List<Reason> reasons =
                new ArrayList<>(coordination.map(Coordination::reasons).orElse(List.of()));
        Set<Integer> ranks =
                parts.stream().map(each -> each.slice().rank()).collect(Collectors.toCollection(TreeSet::new));
        int count = parts.get(0).slice().count();
        if (ranks.size() < count) {
            int first = 0;
            while (ranks.contains(first)) {
                first++;
            }
            reasons.add(incomplete((count - ranks.size()) + " of " + count + " slices are missing; the first is slice "
                    + first + "/" + count));
        }
        for (int i = 0; i < parts.size(); i++) {
            reasons.addAll(reasonsOf(i, merge));
        }
        if (ranks.size() == count && !isAborted()) {
            numbers.errors(areAllIssued(merge)).forEach(each -> reasons.add(incomplete(each)));
        }
        differentStarts(merge).ifPresent(reasons::add);
        return reasons.size() <= MAX_REASONS ? reasons : reasons.subList(0, MAX_REASONS);
    }

    /**
     * Returns false if the slices did not issue all samples, although each issued sample has a record: after a failed turn, a conversation
     * has no further turns, and an aborted slice issues no further samples.
     */
    private boolean areAllIssued(RecordMerge merge) {
        boolean areRecorded = IntStream.range(0, parts.size()).allMatch(i -> parts.get(i)
                .outcome()
                .filter(each -> each.issued() <= merge.records(i))
                .isPresent());
        return !areRecorded
                || parts.stream()
                        .flatMap(each -> each.outcome().stream())
                        .noneMatch(each -> each.failed() > 0 || each.verdict() == Verdict.ABORTED);
    }

    private List<Reason> reasonsOf(int index, RecordMerge merge) {
        Part part = parts.get(index);
        String name = part.slice().name();
        List<Reason> reasons = new ArrayList<>();
        if (part.outcome().isEmpty()) {
            reasons.add(new Reason(
                    Reason.Code.PROCESS_ENDED, name + " ended before its run was complete: it has no outcome.json"));
        }
        merge.trouble(index)
                .ifPresent(text -> reasons.add(incomplete("the records of " + name + " are not complete: " + text)));
        part.outcome().ifPresent(outcome -> {
            if (outcome.verdict() == Verdict.ABORTED && areStopped()) {
                return;
            }
            if (outcome.verdict() != Verdict.VALID) {
                outcome.codedReasons().forEach(each -> reasons.add(new Reason(each.code(), name + ": " + each.text())));
                if (outcome.reasons().isEmpty()) {
                    reasons.add(new Reason(Reason.Code.OTHER, name + " is " + outcome.verdict()));
                }
            }
            if (merge.trouble(index).isEmpty() && merge.records(index) != outcome.issued()) {
                reasons.add(incomplete(
                        name + " issued " + outcome.issued() + " samples, but recorded " + merge.records(index)));
            }
        });
        return reasons;
    }

    private static Reason incomplete(String text) {
        return new Reason(Reason.Code.SLICES_INCOMPLETE, text);
    }

    /** Returns a reason if the slices had no common start time, and their starts differ by more than 50 ms. */
    private Optional<Reason> differentStarts(RecordMerge merge) {
        if (parts.get(0).slice().startAt().isPresent()) {
            return Optional.empty();
        }
        int last = 0;
        for (int i = 1; i < parts.size(); i++) {
            last = merge.started(i).isAfter(merge.started(last)) ? i : last;
        }
        Duration distance = Duration.between(merge.started(), merge.started(last));
        return distance.compareTo(MAX_START_DISTANCE) <= 0
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Code.STARTED_LATE,
                        parts.get(last).slice().name() + " started " + distance.toMillis()
                                + " ms after another slice: give all slices the same --start-at"));
    }

    /** Returns the slice with the least healthy client. A client-limited slice comes first, then the slice with the longest delays. */
    private Optional<Part> worstClient() {
        return parts.stream()
                .filter(each -> each.outcome().flatMap(RunOutcome::health).isPresent())
                .max(Comparator.comparing((Part each) ->
                                each.outcome().map(RunOutcome::clientLimited).orElse(false))
                        .thenComparing(SliceMerge::longestDelay));
    }

    /** Returns the pauses of all clients, in the time of the joined records. */
    private List<Pause> pauses() {
        return parts.stream()
                .flatMap(part -> part.outcome().flatMap(RunOutcome::health).stream()
                        .flatMap(health -> health.longestPauses().stream())
                        .map(each -> new Pause(each.start().minus(part.slice().clockOffset()), each.length())))
                .toList();
    }

    private static Duration longestDelay(Part part) {
        ClientHealth.Sends sends =
                part.outcome().flatMap(RunOutcome::health).orElseThrow().sends();
        Duration issue = sends.issueDelay().p99();
        Duration send = sends.sendDelay().p99();
        return issue.compareTo(send) > 0 ? issue : send;
    }

    private List<String> warnings(Optional<Part> worst) {
        List<String> warnings =
                new ArrayList<>(coordination.map(Coordination::warnings).orElse(List.of()));
        boolean areCompared =
                parts.stream().allMatch(each -> each.slice().clock().isPresent());
        Set<String> nodes =
                parts.stream().map(each -> each.slice().node()).collect(Collectors.toCollection(TreeSet::new));
        if (nodes.size() > 1 && !areCompared) {
            warnings.add(
                    "The slices used the clocks of " + nodes.size() + " machines. A difference between these clocks"
                            + " is not visible in the records: it shifts the load of a machine and the time axis by the same time,"
                            + " but it does not change latencies.");
        }
        worst.ifPresent(each -> warnings.add("The table of the client shows "
                + each.slice().name() + ", which has the longest delays of all slices."));
        if (parts.stream().anyMatch(each -> Files.exists(each.folder().serverMetrics()))) {
            warnings.add("Server metrics are in the folders of the slices, and are not joined.");
        }
        Set<String> virtualMachines = parts.stream()
                .map(each -> String.valueOf(each.description().environment().jvm()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (virtualMachines.size() > 1) {
            warnings.add("The slices ran on different Java versions: " + String.join(", ", virtualMachines) + ".");
        }
        for (Part each : parts) {
            each.outcome().stream()
                    .flatMap(outcome -> outcome.warnings().stream())
                    .limit(MAX_REASONS)
                    .forEach(text -> warnings.add(each.slice().name() + ": " + text));
        }
        return warnings;
    }

    /** Copies the results of a slice to a subfolder, without its records. Returns the copies. */
    private static List<Path> copyResults(Part part, RunFolder folder) throws IOException {
        Path target = folder.path().resolve("slice-" + part.slice().rank());
        List<Path> copies = new ArrayList<>();
        Files.createDirectories(target);
        boolean isSame = Files.isSameFile(target, part.folder().path());
        for (String name : COPIED) {
            Path file = part.folder().path().resolve(name);
            if (Files.isRegularFile(file, NOFOLLOW_LINKS)) {
                Path copy = target.resolve(name);
                if (!isSame) {
                    AtomicFileWriter.write(copy, out -> Files.copy(file, out));
                }
                copies.add(copy);
            }
        }
        return copies;
    }
}
