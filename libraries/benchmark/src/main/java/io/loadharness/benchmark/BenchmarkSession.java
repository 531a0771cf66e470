// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.accuracy.AccuracyException;
import io.loadharness.benchmark.AbortController.TimeLimit;
import io.loadharness.benchmark.BenchmarkListener.PlannedLoad;
import io.loadharness.benchmark.BenchmarkPlan.PlannedRun;
import io.loadharness.benchmark.MeasuredSystem.TokenCounting;
import io.loadharness.benchmark.RunSidecar.Notes;
import io.loadharness.benchmark.endpoint.BuiltInPrompts;
import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.benchmark.endpoint.Reply;
import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.client.ClientLimits;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseForm;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenCounter;
import io.loadharness.inference.Tokenizer;
import io.loadharness.internal.ErrorText;
import io.loadharness.internal.HostName;
import io.loadharness.record.RunClock;
import io.loadharness.report.AppliedRules;
import io.loadharness.report.DatacenterResult;
import io.loadharness.report.EngineStatistics;
import io.loadharness.report.Environment;
import io.loadharness.report.LifecycleFiles;
import io.loadharness.report.Quantity;
import io.loadharness.report.RuleSet;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunOutcome;
import io.loadharness.report.RunReport;
import io.loadharness.servers.ManagedServers;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledProcess;
import io.loadharness.servers.profiler.ProfilerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One execution of a benchmark: detects the API of the servers, warms them up, runs each load and writes the results. Not thread-safe. */
final class BenchmarkSession {

    static final int OFFLINE_CONCURRENCY = 256;

    private static final Set<Dialect> CHATS = Set.of(Dialect.VLLM_CHAT, Dialect.OPENAI_CHAT);

    private static final Path DEFAULT_PARENT = Path.of("loadharness-logs");
    private static final Path DEFAULT_RULES_FOLDER = Path.of("results", "mlperf_datacenter");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** The default timeout of the first request to a server. It is long, because the first response of a server may be the slowest one. */
    private static final Duration PROBE_TIMEOUT = Duration.ofMinutes(1);

    /** The default limit of {@link #engineTimeout}. A large model, or a language model on a CPU, may need minutes. */
    private static final Duration ENGINE_TIMEOUT = Duration.ofMinutes(30);

    private final Benchmark.Builder settings;
    private final List<Load> loads;
    private final AbortController abortController;
    private final GuardedListener listener;
    private Path output;
    private Optional<PeakRuns> peakRuns = Optional.empty();
    private Optional<ProfiledRuns> profiledRuns = Optional.empty();

    BenchmarkSession(Benchmark benchmark, AbortController abortController) {
        this.settings = benchmark.settings.copy(); // a client sets its system and library
        this.loads = settings.loads();
        this.abortController = abortController;
        this.listener = new GuardedListener(settings.listener, abortController);
        this.output = settings.outputFolder.orElseGet(() -> DEFAULT_PARENT.resolve(timestampedName()));
    }

    private static String timestampedName() {
        return "run-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
    }

    /** The target of the benchmark. Each load opens the target again. */
    private interface Target {

        MeasuredSystem open(Load load, ClientLimits limits) throws IOException, InterruptedException;

        boolean timesTokens(Load load);

        RunDescription description(Load load, MeasuredSystem measured);

        /** Returns one sentence about the requests in which servers receive batches; empty without batches or servers. */
        default Optional<String> batches(Load load, Optional<LoadPlan> plan) {
            return Optional.empty();
        }
    }

    BenchmarkResult run() throws IOException, InterruptedException {
        if (loads.get(0) instanceof PeakLoad) {
            throw new IllegalStateException("a search for the peak is set: call findPeak() instead of run()");
        }
        try (FolderClaim claim = claimed()) {
            output = claim.folder();
            return started();
        }
    }

    PeakResult findPeak() throws IOException, InterruptedException {
        if (!(loads.get(0) instanceof PeakLoad load)) {
            throw new IllegalStateException("no search is set: set peak(...) before build()");
        }
        long start = System.nanoTime();
        try (FolderClaim claim = claimed()) {
            output = claim.folder();
            PeakState state = PeakState.open(load, output, settings.describedSettings.orElseGet(settings::describe));
            peakRuns = Optional.of(new PeakRuns(load, state, settings.maxTime.map(limit -> start + limit.toNanos())));
            BenchmarkResult result = started();
            return peakRuns.get()
                    .result(result.folder(), abortController.reason())
                    .with(result);
        }
    }

    /** Claims the output folder. The claim ends with the benchmark or the JVM. Later changes of a symbolic link have no effect. */
    private FolderClaim claimed() throws IOException {
        requireWritable(output);
        FolderClaim claim = settings.outputFolder.isPresent()
                ? FolderClaim.of(new RunFolder(output).resolveLinks().path())
                : FolderClaim.ofNew(new RunFolder(DEFAULT_PARENT).resolveLinks().path(), timestampedName());
        abortController.onExit(claim::close);
        return claim;
    }

    private BenchmarkResult started() throws IOException, InterruptedException {
        abortController.interruptOnRequest(Thread.currentThread());
        Optional<TimeLimit> limit = settings.maxTime.map(abortController::abortAfter);
        try {
            return measured();
        } finally {
            limit.ifPresent(TimeLimit::close);
        }
    }

    private BenchmarkResult measured() throws IOException, InterruptedException {
        BenchmarkResult result;
        try {
            result = measureAll();
        } catch (IOException | InterruptedException e) {
            if (!abortController.isRequested()) {
                throw e;
            }
            Thread.interrupted(); // clears the interrupt that the abort request caused
            List<SkippedRun> skipped = loads.stream()
                    .map(load -> new SkippedRun(load.scenario(), load.description(), Verdict.ABORTED, reasonOfAbort()))
                    .toList();
            listener.finished(List.of(), skipped);
            result = new BenchmarkResult(output, List.of(), skipped);
        } catch (RuntimeException | Error e) {
            listener.rethrow(); // a failing listener may have caused the exception
            throw e;
        }
        listener.rethrow();
        return result;
    }

    private Reason reasonOfAbort() {
        return abortController.reason().orElseThrow();
    }

    private BenchmarkResult measureAll() throws IOException, InterruptedException {
        check();
        return withTarget(this::measureTarget, (result, reason) -> {
            listener.message("After the runs, " + reason.text());
            return result.with(reason);
        });
    }

    /** Work for which the target of the session is open: the client or the engines, if there are any. */
    @FunctionalInterface
    private interface Work<R> {

        R done() throws IOException, InterruptedException;
    }

    /** A reaction to a target that cannot be closed after the work. */
    @FunctionalInterface
    private interface UnclosedTarget<R> {

        R after(R result, Reason reason) throws IOException;
    }

    /** Opens the client or the engines of the benchmark, does the work, and closes them. */
    private <R> R withTarget(Work<R> work, UnclosedTarget<R> unclosed) throws IOException, InterruptedException {
        OwnedTarget target = openTarget();
        R result;
        try {
            result = work.done();
        } catch (Throwable e) {
            target.closeAfter(e);
            throw e;
        }
        Optional<Reason> reason = target.close();
        return reason.isPresent() ? unclosed.after(result, reason.get()) : result;
    }

    private OwnedTarget openTarget() throws IOException, InterruptedException {
        if (settings.client.isPresent()) {
            ClientSetting client = settings.client.get();
            ClientSetting.Target target = client.open();
            settings.systemUnderTest(target.system()).library(target.library());
            return client;
        }
        OwnedEngines engines = OwnedEngines.create(settings.engines);
        settings.backends = Stream.concat(settings.backends.stream(), engines.backends().stream())
                .toList();
        return engines;
    }

    private BenchmarkResult measureTarget() throws IOException, InterruptedException {
        slowClient().ifPresent(listener::message);
        listener.preparing("loading the data");
        RequestSet set = requests();
        requirePlans(set);
        requireFitting(set);
        Optional<ProfilePlan> profiles = settings.serverProfile.map(each -> each.plan(output));
        List<ProfiledProcess> profiled = prepareProfiler();
        try (StartedServers started = start(profiles);
                StartedWorkers workers = new StartedWorkers(settings.workers)) {
            Optional<Endpoints> endpoints =
                    settings.endpoints.map(each -> settings.servers.isPresent() ? each.at(started.urls()) : each);
            try (ScrapedRuns scraped =
                    endpoints.flatMap(each -> scraped(each, started)).orElse(null)) {
                started.stopAtExitAfter(abortController::awaitEnd);
                processes().forEach(each -> each.stopAtExitAfter(abortController::awaitEnd));
                Target target = target(endpoints, set, started, workers, Optional.ofNullable(scraped), profiled);
                LossDetector losses = losses(started, workers);
                BenchmarkResult result = isStaged() ? stages(target, set) : measure(target, losses);
                settings.lifecycleFiles.ifPresent(this::write);
                boolean stopped = started.stop();
                profiledRuns.ifPresent(each -> each.finish(listener::message));
                return new BenchmarkResult(output, result.runs(), result.skippedRuns(), stopped, Optional.empty());
            }
        } finally {
            if (profiles.isPresent()) {
                ServerProfileOptions.tidy(output);
            }
        }
    }

    /** Writes the files of inference-perf. If this fails, only a message is printed, because the run is complete without them. */
    private void write(LifecycleFiles files) {
        try {
            files.write(output).forEach(file -> listener.message("Report: " + file));
        } catch (IOException e) {
            listener.message("The inference-perf files are incomplete: " + e.getMessage());
        }
    }

    BenchmarkPlan plan() throws IOException {
        requireWritable(output);
        FolderClaim.requireFree(output);
        check();
        try {
            return withTarget(this::planOfTarget, (plan, reason) -> {
                throw new IOException(reason.text());
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread was interrupted while it initialized the client", e);
        }
    }

    private BenchmarkPlan planOfTarget() throws IOException {
        slowClient().ifPresent(listener::message);
        RequestSet set = requests();
        requireFitting(set);
        QuerySampleLibrary library =
                settings.library.orElseGet(() -> QuerySampleLibrary.of(set.name(), set.requests()));
        List<PlannedRun> planned =
                loads.stream().map(load -> planned(load, library)).toList();
        List<String> limits = limitWarnings(
                loads, planned.stream().flatMap(each -> each.plan().stream()).toList());
        List<String> warnings = Stream.concat(
                        settings.backends.stream().flatMap(each -> each.planWarnings().stream()), limits.stream())
                .toList();
        listener.rethrow();
        return new BenchmarkPlan(targetName(), library.name(), library.totalSampleCount(), planned, output, warnings);
    }

    /** Waits until the servers are ready, and checks that they list the model. Does not check servers that the benchmark starts. */
    void checkModels() throws IOException, InterruptedException {
        check();
        if (settings.endpoints.isPresent() && settings.servers.isEmpty()) {
            readyEndpoints(settings.endpoints.get());
        }
        listener.rethrow();
    }

    private Endpoints readyEndpoints(Endpoints given) throws IOException, InterruptedException {
        listener.preparing("waiting for " + String.join(", ", given.urls()));
        given.awaitReady(readyTimeout(), settings.readyTimeout.isPresent(), listener::message);
        listener.preparing("detecting the models and the API of " + String.join(", ", given.urls()));
        Endpoints endpoints = given.withModels(settings.rules.model(), listLimit(), listener::message);
        endpoints.requireOneModel();
        return endpoints;
    }

    private PlannedRun planned(Load load, QuerySampleLibrary library) {
        Optional<LoadPlan> plan = plan(load, library);
        return new PlannedRun(
                load.generatorName(),
                load.scenario(),
                load.description(),
                plan,
                settings.endpoints.flatMap(each -> BatchSentence.of(settings.spread(load), each, each.dialect(), plan)),
                stages(load),
                requirements(load),
                warnings(load, expectedSettings(load), plan));
    }

    /** Returns the warnings about a run. A load with several runs has no warnings. */
    private List<String> warnings(Load load, TestSettings testSettings, Optional<LoadPlan> plan) {
        return plan.stream()
                .flatMap(known -> Stream.of(
                        load.warnings(testSettings, known, settings.rules, planWarnings()),
                        planWarnings().ofEngines(settings.backends.size(), known).stream()
                                .toList(),
                        PlanWarnings.ofRequirements(load.scenario(), requirements(load), load.wholePlan(known))))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the warnings about the disk space and about the maximum time of all runs. */
    private List<String> limitWarnings(List<Load> all, List<LoadPlan> plans) {
        Duration planned = Stream.concat(
                        plans.stream().flatMap(each -> each.duration().stream()),
                        all.stream().flatMap(BenchmarkSession::stageLengths))
                .reduce(Duration.ZERO, Duration::plus);
        return Stream.concat(
                        planWarnings().ofDisk(output, plans).stream(),
                        settings.maxTime.flatMap(each -> planWarnings().ofMaxTime(each, planned)).stream())
                .toList();
    }

    private static Stream<Duration> stageLengths(Load load) {
        return load instanceof StagedSchedule staged && staged.load().sweep().isEmpty()
                ? staged.load().stages().stream().flatMap(each -> each.schedule().length().stream())
                : Stream.empty();
    }

    /** Returns the object that checks plans. Its warnings name command-line options if the command line described the settings. */
    private PlanWarnings planWarnings() {
        return new PlanWarnings(settings.describedSettings.isPresent());
    }

    private List<String> requirements(Load load) {
        return settings.rules.requirements(load.scenario(), settings.effectiveRequirements());
    }

    private String targetName() {
        if (settings.servers.isPresent()) {
            StartedServers.Request request = settings.servers.get();
            return request.spec().replicas() + " to be started from " + request.source() + ": " + request.commandLine();
        }
        return Stream.of(
                        settings.endpoints.stream().flatMap(each -> each.urls().stream()),
                        settings.system.stream().map(SystemUnderTest::name),
                        settings.backends.stream().map(BorrowedBackend::title))
                .flatMap(each -> each)
                .collect(Collectors.joining(", "));
    }

    private boolean isStaged() {
        return loads.get(0) instanceof StagedSchedule
                || loads.get(0) instanceof SweepLoad
                || loads.get(0) instanceof PeakLoad;
    }

    private static List<String> stages(Load load) {
        if (load instanceof SweepLoad sweep) {
            return List.of(SweepRuns.plan(sweep.sweep()));
        }
        if (load instanceof PeakLoad peak) {
            return List.of("Plan: " + peak.search());
        }
        if (isEstimated(load)) {
            return List.of("Plan: short runs estimate the rate, which determines the number of samples");
        }
        if (load instanceof StagedSchedule staged) {
            return staged.load()
                    .sweep()
                    .map(sweep -> List.of(SweepRuns.plan(sweep)))
                    .orElseGet(() -> staged.load().stages().stream()
                            .map(each -> "Plan: " + each.schedule())
                            .toList());
        }
        return List.of();
    }

    private Optional<LoadPlan> plan(Load load, QuerySampleLibrary library) {
        if (load instanceof LoadGenScenario scenario) {
            scenario.requireSamples(expectedSettings(load), library);
        }
        if (isStaged() || isEstimated(load)) {
            return Optional.empty();
        }
        try (LoadGenerator generator = load.generator()) {
            return Optional.of(generator.plan(library, expectedSettings(load)));
        }
    }

    private static boolean isEstimated(Load load) {
        return load instanceof LoadGenScenario scenario && scenario.isEstimated();
    }

    /** Returns the settings of a load. If the caller enabled token counts, this method assumes that responses will have them. */
    private TestSettings expectedSettings(Load load) {
        boolean timed = settings.hasSystem()
                ? settings.tokenLatencies
                : settings.countsTokens && load.timesTokens(settings.streaming);
        return load.settings(0, timed, longestRequest());
    }

    private Duration readyTimeout() {
        return settings.readyTimeout.orElse(Benchmark.DEFAULT_READY_TIMEOUT);
    }

    /** Returns the maximum time of the start of an engine, of its warm-up, and of its first request. */
    private Duration engineTimeout() {
        return settings.readyTimeout.orElse(ENGINE_TIMEOUT);
    }

    /** Returns the maximum time in which a server lists its models. */
    private Duration listLimit() {
        return settings.readyTimeout
                .filter(each -> each.compareTo(PROBE_TIMEOUT) < 0)
                .orElse(PROBE_TIMEOUT);
    }

    /** Returns the maximum time of the first request to a server. */
    private Duration firstRequestLimit(Endpoints endpoints) {
        return settings.readyTimeout.orElseGet(() -> endpoints.probeLimit(PROBE_TIMEOUT));
    }

    /** Returns a sentence if the HTTP client of this process is the slower one; empty if workers send the requests. */
    private Optional<String> slowClient() {
        return settings.workers.isPresent() ? Optional.empty() : settings.endpoints.flatMap(Endpoints::slowClient);
    }

    /** Returns the maximum duration of a request to the servers and backends. */
    private Duration longestRequest() {
        Duration unlimited = Endpoints.builder().build().longestRequest();
        return Stream.concat(
                        settings.endpoints.stream().map(Endpoints::longestRequest),
                        settings.backends.stream()
                                .map(each -> each.requestLimit().orElse(unlimited)))
                .max(Comparator.naturalOrder())
                .orElse(unlimited);
    }

    // Checks that do not need a server

    private void check() throws IOException {
        if (settings.servers.isPresent()) {
            ManagedServers.requirePrograms(
                    settings.servers.get().spec(), settings.serverProfile.map(each -> each.plan(output)));
        }
        if (!processes().isEmpty()) {
            settings.serverProfile
                    .filter(ServerProfileOptions::profilesEngines)
                    .ifPresent(ServerProfileOptions::requireProgram);
        }
        if (settings.serverMetrics.isPresent() && settings.endpoints.isPresent()) {
            settings.serverMetrics.get().checkPages(settings.endpoints.get());
        }
        if (settings.outputFolder.isPresent()) {
            for (int i = 0; i < loads.size(); i++) {
                RecordedRuns.requireUnused(folder(i));
            }
        }
        loads.forEach(load -> load.check(expectedSettings(load)));
    }

    /** Checks that LoadGen accepts the settings for the data. LoadGen rejects, for example, a sample count above the number of samples. */
    private void requirePlans(RequestSet set) {
        QuerySampleLibrary library =
                settings.library.orElseGet(() -> QuerySampleLibrary.of(set.name(), set.requests()));
        loads.stream().filter(LoadGenScenario.class::isInstance).forEach(load -> plan(load, library));
    }

    /** Checks the settings that depend on the data. */
    private void requireFitting(RequestSet set) throws IOException {
        requireTokenIds(set);
        requireTargets(set);
    }

    /** Checks that batches with a limit of tokens have prompts of token ids, because other prompts have no number of tokens. */
    private void requireTokenIds(RequestSet set) {
        if (settings.batchTokens.isEmpty()) {
            return;
        }
        for (InferenceRequest each : set.requests()) {
            if (!(each.prompt() instanceof Prompt.TokenIds)) {
                throw new IllegalArgumentException(
                        "batchTokens (--batch-tokens) needs prompts of token ids, but sample "
                                + each.sampleIndex() + " of " + set.name()
                                + " has none: use a data set with token ids, or batchSize (--batch-size)");
            }
        }
    }

    /** Checks that the accuracy has targets for all samples. */
    private void requireTargets(RequestSet set) throws IOException {
        if (settings.accuracy.isEmpty()) {
            return;
        }
        int samples = settings.library
                .map(QuerySampleLibrary::totalSampleCount)
                .orElse(set.requests().size());
        try {
            settings.accuracy.get().check(samples);
        } catch (AccuracyException | DatasetException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Returns a sidecar that computes the accuracy after each accuracy run. */
    private RunSidecar scoring(ResponseForm form) {
        return RunSidecar.of(settings.accuracy.stream()
                .map(each -> form == ResponseForm.TOKEN_IDS && settings.tokenizer.isPresent()
                        ? each.with(settings.tokenizer.get())
                        : each)
                .map(AccuracyScoring::new)
                .toList());
    }

    private static void requireWritable(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        for (Path parent = existing.getParent();
                parent != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS);
                parent = existing.getParent()) {
            existing = parent;
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            throw new IllegalArgumentException("the output folder " + folder + " cannot be written: " + existing
                    + " is not a folder that this user may write to; use another folder");
        }
    }

    /** Returns the folder of a load. This is the output folder, or a subfolder if there are several loads. */
    private RunFolder folder(int load) {
        return new RunFolder(
                loads.size() == 1 ? output : output.resolve(loads.get(load).name()));
    }

    // The data

    private RequestSet requests() throws IOException {
        if (settings.library.isPresent()) {
            for (Load load : loads) {
                load.prepare(Optional.empty());
            }
            return new RequestSet(settings.library.get().name(), List.of());
        }
        if (loads.get(0) instanceof StagedSchedule staged && settings.prompts.isPresent()) {
            RequestSet created = settings.prompts
                    .get()
                    .requests(new PromptNeeds(
                            settings.endpoints
                                    .map(each -> CHATS.containsAll(each.dialects()))
                                    .orElse(false),
                            settings.tokenizer,
                            staged.load().requests(),
                            settings.warmUps,
                            settings.promptTokens,
                            settings.generation,
                            listener::message));
            return new RequestSet(created.name(), new StagedRequests(created.requests()));
        }
        try {
            return requestsOfData();
        } catch (DatasetException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private RequestSet requestsOfData() throws IOException {
        String name = "";
        try {
            if (settings.requests.isPresent()) {
                RequestSet set = limited(settings.requests.get().get(settings.expectedDataset, listener::message));
                for (Load load : loads) {
                    load.prepare(Optional.empty());
                }
                return set;
            }
            Optional<Dataset> read = settings.dataset.isPresent()
                    ? Optional.of(settings.dataset.get().load(settings.tokenizer, listener::message))
                    : Optional.empty();
            name = read.map(Dataset::name).orElse("");
            Optional<Dataset> dataset = read.isPresent() ? Optional.of(withPrompts(read.get())) : Optional.empty();
            RequestSet set = limited(
                    dataset.isPresent()
                            ? new RequestSet(
                                    dataset.get().name(),
                                    dataset.get().requests(form(read.get()), settings.generation),
                                    warnings(dataset.get(), form(read.get())))
                            : BuiltInPrompts.set(settings.generation));
            for (Load load : loads) {
                load.prepare(dataset);
            }
            return set;
        } catch (OutOfMemoryError e) {
            throw DatasetException.outOfMemory(name.isEmpty() ? "the data set" : name, "its requests need more memory");
        }
    }

    private static List<String> warnings(Dataset dataset, PromptForm form) {
        return form == PromptForm.IDS
                ? dataset.suspectedPadding().stream()
                        .map(padding -> RunOutcome.POSSIBLE_PADDING + ": " + padding)
                        .toList()
                : List.of();
    }

    private PromptForm form(Dataset dataset) {
        return settings.promptForm.orElseGet(() -> PromptForm.bestFor(dataset));
    }

    private Dataset withPrompts(Dataset read) throws DatasetException {
        boolean hasPrompts = read.find(StandardColumn.INPUT).isPresent()
                || read.find(StandardColumn.INPUT_IDS).isPresent();
        if (!hasPrompts && read.find(StandardColumn.OUTPUT_LENS).isPresent()) {
            throw new IllegalArgumentException(read.name() + " has no column for \"input\"; its columns are "
                    + String.join(", ", read.columnNames()) + ". If the file is a trace of lengths, use a workload"
                    + " of type 'trace', which generates synthetic prompts");
        }
        settings.expectedDataset.ifPresent(each -> each.mismatches(read).forEach(listener::message));
        Dataset dataset = form(read) == PromptForm.TEXT ? read.withoutEmptyConversations() : read;
        if (dataset.rows() < read.rows()) {
            listener.message(Quantity.count(read.rows() - dataset.rows()) + " of " + Quantity.count(read.rows())
                    + " conversations are skipped: they contain no question");
        }
        return dataset;
    }

    private RequestSet limited(RequestSet set) {
        int available = set.requests().size();
        if (settings.samples.isEmpty() || settings.samples.getAsInt() == available) {
            return set;
        }
        int wanted = settings.samples.getAsInt();
        if (wanted > available) {
            listener.message(wanted + " samples were requested, but " + set.name() + " has only " + available
                    + ": all of them are used");
            return set;
        }
        return new RequestSet(set.name(), set.requests().subList(0, wanted), set.warnings());
    }

    /** Returns the processes of the backends that have their own process. */
    private List<ProfiledProcess> processes() {
        return settings.backends.stream()
                .flatMap(each -> each.process().stream())
                .toList();
    }

    /** Sets the profiler of the engine processes, and returns the processes that it profiles. */
    private List<ProfiledProcess> prepareProfiler() {
        processes().forEach(each -> each.profile(Optional.empty(), 0)); // an earlier benchmark may have set a profiler
        if (settings.serverProfile.isEmpty()) {
            return List.of();
        }
        ServerProfileOptions profile = settings.serverProfile.get();
        profile.unprofiled(settings.endpoints.isPresent(), settings.servers.isPresent(), processes())
                .ifPresent(listener::message);
        return profile.prepare(processes(), output);
    }

    // The servers

    private StartedServers start(Optional<ProfilePlan> profiles) throws IOException, InterruptedException {
        if (settings.servers.isEmpty()) {
            return StartedServers.NONE;
        }
        listener.preparing("starting the servers");
        return StartedServers.start(settings.servers.get(), profiles, output, listener::message);
    }

    private Optional<ScrapedRuns> scraped(Endpoints endpoints, StartedServers started) {
        Optional<ServerMetricsOptions> options =
                settings.serverMetrics.or(() -> started.backend().isPresent() && !settings.serverMetricsOff
                        ? Optional.of(ServerMetricsOptions.DEFAULTS)
                        : Optional.empty());
        return options.map(each -> new ScrapedRuns(new ServerMetricPages(endpoints, started, settings.devicePath)
                .open(each.interval(), each.additionalMetrics(), each.additionalPages())));
    }

    private Target target(
            Optional<Endpoints> endpoints,
            RequestSet set,
            StartedServers started,
            StartedWorkers workers,
            Optional<ScrapedRuns> scraped,
            List<ProfiledProcess> profiled)
            throws IOException, InterruptedException {
        if (settings.system.isPresent()) {
            return new OwnSystem();
        }
        Optional<OwnBackends> own = settings.backends.isEmpty() ? Optional.empty() : Optional.of(ownBackends(set));
        profiledRuns = settings.serverProfile.map(each -> each.runs(endpoints, started.profiled(), profiled, output));
        if (endpoints.isEmpty()) {
            own.orElseThrow().times.check(settings.requirements);
            return own.get();
        }
        return servers(endpoints.get(), own, set, started, workers, scraped);
    }

    /** Waits until the servers are ready, and detects their models and dialect. */
    private Target servers(
            Endpoints given,
            Optional<OwnBackends> own,
            RequestSet set,
            StartedServers started,
            StartedWorkers workers,
            Optional<ScrapedRuns> scraped)
            throws IOException, InterruptedException {
        Endpoints endpoints = readyEndpoints(given);
        String first = endpoints.urls().get(0);
        DialectSearch.Found found = DialectSearch.find(
                endpoints, first, settings.streaming, set.requests().get(0), firstRequestLimit(endpoints));
        listener.message(found.sentence(first));
        boolean batched = settings.isBatched() && found.dialect() == Dialect.OPENAI_COMPLETIONS;
        if (settings.countsTokens && batched) {
            requireTokenizer(
                    () -> new IllegalArgumentException("batch size: a server with the dialect 'openai-completions'"
                            + " reports one token count for all prompts of a request. Use the dialect"
                            + " 'vllm-completions', a tokenizer, which counts on the client, or countTokens(false)"
                            + " (--no-token-counts)"));
        } else if (settings.countsTokens && !found.reply().hasTokenCount()) {
            requireTokenizer(
                    () -> new IOException("the server reports no token counts. Use a tokenizer, which counts on"
                            + " the client, or countTokens(false) (--no-token-counts) to run without token metrics"));
        }
        Optional<RunSidecar> uncheckedTls =
                endpoints.uncheckedCertificates().map(warning -> run -> Notes.ofWarnings(List.of(warning)));
        if (!settings.streaming) {
            requireTimes(MeasurableTimes.withoutStreaming(), own);
        }
        if (!settings.countsTokens
                && !MeasurableTimes.withoutTokenCounts().allow(settings.requirements)
                && !isCountedByServer(endpoints, found, set)) {
            requireTimes(MeasurableTimes.withoutTokenCounts(), own);
        }
        RunSidecar sidecar = RunSidecar.of(Stream.of(
                        uncheckedTls,
                        scraped,
                        started.sidecar(),
                        profiledRuns,
                        workers.sidecar(),
                        own.map(OwnBackends::notes))
                .flatMap(Optional::stream)
                .toList());
        own.ifPresent(each -> each.requireLike(settings.countsTokens));
        if (workers.arePresent()) {
            listener.preparing("starting the workers");
        }
        workers.start(output, abortController::awaitEnd, listener::message);
        return new Servers(endpoints, found.dialect(), own, set, started, workers, sidecar);
    }

    /** Checks that the servers, or backends that are measured together with them, have the times of all requirements. */
    private void requireTimes(MeasurableTimes ofServers, Optional<OwnBackends> own) {
        own.map(each -> ofServers.or(each.times)).orElse(ofServers).check(settings.requirements);
    }

    /** Returns true if a server counts tokens, or if this is not known because its request failed. */
    private boolean isCountedByServer(Endpoints endpoints, DialectSearch.Found found, RequestSet set)
            throws InterruptedException {
        boolean isCounted = found.reply().hasTokenCount();
        for (int i = 1; i < endpoints.urls().size() && !isCounted; i++) {
            try (OpenAiBackend server =
                    endpoints.backend(endpoints.urls().get(i), found.dialect(), settings.streaming)) {
                Reply reply = Reply.of(server, set.requests().get(0), firstRequestLimit(endpoints));
                isCounted = reply.failure().isPresent() || reply.hasTokenCount();
            }
        }
        return isCounted;
    }

    private <E extends Exception> void requireTokenizer(Supplier<E> failure) throws E {
        Tokenizer tokenizer = settings.tokenizer.orElseThrow(failure);
        listener.message("Tokens are counted on the client: " + tokenizer);
    }

    private TokenCounting counting() {
        return settings.countsTokens
                ? new TokenCounting(true, settings.tokenizer.map(TokenCounter.class::cast))
                : new TokenCounting(false, Optional.empty());
    }

    /**
     * Starts the backends of the caller and the engines, and checks the requests. Sends one request to detect if responses contain token ids and token
     * counts.
     */
    private OwnBackends ownBackends(RequestSet set) throws IOException, InterruptedException {
        List<BorrowedBackend> backends = settings.backends;
        String names = backends.stream().map(InferenceBackend::name).collect(Collectors.joining(", "));
        listener.preparing("starting " + names);
        Endpoints.awaitReady(backends, engineTimeout(), readyTimeout(), listener::message);
        listener.preparing("checking the requests with " + names);
        for (BorrowedBackend backend : backends) {
            checkRequests(backend, set);
            String detail = backend.health().detail(); // after the checks, the first of which can warm up the engine
            if (!detail.isEmpty()) {
                listener.message(backend.name() + ": " + detail);
            }
        }
        BorrowedBackend first = backends.get(0);
        Reply reply = firstReply(first, set);
        if (reply.failure().isPresent()) {
            throw new IOException(first.name() + " failed the first request: "
                    + Sentences.failure(reply.failure().get())
                    + reply.limitSetting());
        }
        boolean countable = reply.hasTokenCount() || settings.tokenizer.isPresent();
        if (settings.requiresCounts() && !countable) {
            throw new IOException(
                    first.name() + " does not count the tokens of its responses, but countTokens(true) requires"
                            + " it: set a tokenizer, which counts them on the client");
        }
        boolean counted = settings.countsTokens && countable && !reply.hasBytes();
        if (counted && needsStreams() && lacksTokenTimes(reply)) {
            throw new IllegalArgumentException(first.name() + " does not stream: it returns complete responses without"
                    + " the times of their tokens; set streaming(false) (--no-streaming)");
        }
        ResponseForm form =
                reply.hasBytes() ? ResponseForm.BYTES : reply.hasIds() ? ResponseForm.TOKEN_IDS : ResponseForm.TEXT;
        return new OwnBackends(backends, set, form, counted, times(reply, set, counted));
    }

    private Reply firstReply(InferenceBackend backend, RequestSet set) throws InterruptedException {
        return Reply.of(backend, set.requests().get(0), engineTimeout());
    }

    /** Returns the times of backends. Sends requests to further backends only if the requirements need times that the first ones lack. */
    private MeasurableTimes times(Reply first, RequestSet set, boolean counted) throws InterruptedException {
        List<String> names =
                settings.backends.stream().map(InferenceBackend::name).toList();
        List<Reply> replies = new ArrayList<>(List.of(first));
        MeasurableTimes times = MeasurableTimes.of(names, replies, counted);
        while (replies.size() < names.size() && !times.allow(settings.requirements)) {
            replies.add(firstReply(settings.backends.get(replies.size()), set));
            times = MeasurableTimes.of(names, replies, counted);
        }
        return times;
    }

    private static boolean lacksTokenTimes(Reply reply) {
        return reply.hasTokens()
                && !reply.reportedFirstToken()
                && reply.response()
                        .filter(each -> each.timeline().firstToken() == Timeline.UNKNOWN)
                        .isPresent();
    }

    /** Returns true if a load measures token latencies that only streams have. */
    private boolean needsStreams() {
        return settings.streaming
                && !settings.loadGen.isAccuracy()
                && loads.stream().anyMatch(each -> each.timesTokens(true) && !each.timesTokens(false));
    }

    private void checkRequests(BorrowedBackend backend, RequestSet set) throws IOException, InterruptedException {
        boolean isFirst = true;
        for (InferenceRequest request : set.requests()) {
            try {
                if (isFirst) {
                    backend.checkFirst(request, engineTimeout());
                } else {
                    backend.check(request);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        sample(request, set) + " does not fit " + backend.name() + ": " + ErrorText.of(e), e);
            } catch (IllegalStateException e) {
                throw unchecked(request, set, backend, e);
            } catch (IOException | RuntimeException | InterruptedException e) {
                throw e;
            } catch (Exception e) {
                throw unchecked(request, set, backend, e);
            }
            isFirst = false;
        }
    }

    private static String sample(InferenceRequest request, RequestSet set) {
        return "sample " + request.sampleIndex() + " of " + set.name();
    }

    private static IOException unchecked(
            InferenceRequest request, RequestSet set, InferenceBackend backend, Exception cause) {
        return new IOException(
                backend.name() + " cannot check " + sample(request, set) + ": " + ErrorText.of(cause), cause);
    }

    private RunDescription describe(
            Load load,
            MeasuredSystem measured,
            String model,
            String dialect,
            List<String> endpoints,
            List<Setting> serverSettings,
            boolean timed) {
        return new RunDescription(
                version(),
                Instant.now(),
                load.generatorName(),
                load.scenario(),
                load.description(),
                load.plannedRate().stream().boxed().findFirst(),
                model,
                dialect,
                measured.transportName(),
                settings.streaming,
                endpoints,
                measured.library().name(),
                measured.library().totalSampleCount(),
                Stream.concat(
                                settings.describedSettings.orElseGet(settings::describe).stream(),
                                serverSettings.stream())
                        .toList(),
                requirements(load),
                settings.rules.hasOwnVerdict()
                        ? Optional.of(new AppliedRules(
                                settings.rules,
                                settings.rules.relaxedBy(load.scenario(), settings.effectiveRequirements())))
                        : Optional.empty(),
                load.bounds(load.settings(0, timed, longestRequest())),
                Environment.ofThisProcess(),
                load.slice(nodeName()));
    }

    private static String version() {
        return Objects.requireNonNullElse(
                BenchmarkSession.class.getPackage().getImplementationVersion(), "from sources");
    }

    /** Servers with an OpenAI-compatible API. */
    private final class Servers implements Target {

        private final Endpoints endpoints;
        private final Dialect dialect;
        private final Optional<OwnBackends> own;
        private final RequestSet set;
        private final StartedServers started;
        private final StartedWorkers workers;
        private final RunSidecar sidecar;

        Servers(
                Endpoints endpoints,
                Dialect dialect,
                Optional<OwnBackends> own,
                RequestSet set,
                StartedServers started,
                StartedWorkers workers,
                RunSidecar sidecar) {
            this.endpoints = endpoints;
            this.dialect = dialect;
            this.own = own;
            this.set = set;
            this.started = started;
            this.workers = workers;
            this.sidecar = sidecar;
        }

        @Override
        public MeasuredSystem open(Load load, ClientLimits limits) throws IOException, InterruptedException {
            List<? extends InferenceBackend> servers = workers.arePresent()
                    ? workers.open(endpoints, dialect, settings.streaming)
                    : endpoints.urls().stream()
                            .map(url -> endpoints.backend(url, dialect, settings.streaming))
                            .toList();
            List<InferenceBackend> backends = Stream.concat(
                            servers.stream(), own.stream().flatMap(each -> each.backends.stream()))
                    .toList();
            return MeasuredSystem.of(
                    workers.arePresent() && !load.generatorName().equals(RunDescription.SCHEDULE)
                            ? workers.networkSystem().name()
                            : "http",
                    backends,
                    form(),
                    counting(),
                    settings.spread(load),
                    limits,
                    set,
                    losses(started, workers),
                    RunSidecar.of(List.of(
                            sidecar,
                            run -> Notes.ofWarnings(set.warnings()),
                            run -> Notes.ofWarnings(warningsOf(servers)),
                            scoring(form()))));
        }

        /** Returns token ids only if all servers and engines send them. */
        private ResponseForm form() {
            return own.filter(each -> each.form == ResponseForm.TEXT).isPresent()
                    ? ResponseForm.TEXT
                    : DialectSearch.formOf(dialect);
        }

        @Override
        public Optional<String> batches(Load load, Optional<LoadPlan> plan) {
            return BatchSentence.of(settings.spread(load), endpoints, Optional.of(dialect), plan);
        }

        @Override
        public boolean timesTokens(Load load) {
            return settings.countsTokens && load.timesTokens(settings.streaming);
        }

        @Override
        public RunDescription description(Load load, MeasuredSystem measured) {
            return describe(
                    load,
                    measured,
                    endpoints.modelOf(endpoints.urls().get(0)),
                    DialectSearch.nameOf(dialect),
                    Stream.concat(
                                    endpoints.urls().stream(),
                                    settings.backends.stream().map(InferenceBackend::name))
                            .toList(),
                    Stream.of(
                                    slowClient().stream()
                                            .map(sentence -> new Setting(
                                                    "HTTP client",
                                                    measured.transportName()
                                                            + ", because harness-netty is not on the class path",
                                                    "class path")),
                                    started.settings().stream(),
                                    workers.settings().stream(),
                                    own.stream().flatMap(each -> each.settings().stream()))
                            .flatMap(each -> each)
                            .toList(),
                    timesTokens(load));
        }
    }

    private static List<String> warningsOf(List<? extends InferenceBackend> backends) {
        return backends.stream().flatMap(each -> each.warnings().stream()).toList();
    }

    /** Backends of the caller, and engines. */
    private final class OwnBackends implements Target {

        private final List<BorrowedBackend> backends;
        private final RequestSet set;
        private final ResponseForm form;
        private final boolean counted;
        private final MeasurableTimes times;

        OwnBackends(
                List<BorrowedBackend> backends,
                RequestSet set,
                ResponseForm form,
                boolean counted,
                MeasurableTimes times) {
            this.backends = backends;
            this.set = set;
            this.form = form;
            this.counted = counted;
            this.times = times;
        }

        /**
         * Returns a sidecar that adds the warnings and the statistics of the backends, and the profiler that started their processes, to
         * each run.
         */
        RunSidecar notes() {
            return new RunSidecar() {

                @Override
                public RequestObserver start(RunFolder folder, RunClock clock) {
                    backends.forEach(InferenceBackend::beginRun);
                    return RequestObserver.NONE;
                }

                @Override
                public Notes end(Optional<RunResult> run) {
                    return notesOfRun();
                }
            };
        }

        private Notes notesOfRun() {
            return new Notes(
                    warningsOf(backends),
                    List.of(),
                    processes().stream()
                            .flatMap(each -> each.wrapper().stream())
                            .map(ProfilerKind::toString)
                            .findFirst(),
                    List.of(),
                    backends.stream()
                            .map(each -> new EngineStatistics(each.name(), each.engineStatistics()))
                            .filter(each -> !each.statistics().isEmpty())
                            .toList());
        }

        /** Returns the descriptions of the engines, for example their versions and the times of loading and warm-up. */
        List<Setting> settings() {
            return backends.stream()
                    .map(each ->
                            new Setting("engine " + each.name(), each.health().detail(), "engine"))
                    .filter(each -> !each.value().isEmpty())
                    .toList();
        }

        /** Checks that these backends can be measured together with servers. */
        void requireLike(boolean serversCount) {
            if (form == ResponseForm.BYTES) {
                throw new IllegalArgumentException(backends.get(0).name()
                        + " returns bytes and cannot be measured together with servers, which return tokens");
            }
            if (serversCount && !counted) {
                throw new IllegalArgumentException(backends.get(0).name()
                        + " does not count the tokens of its responses, but the servers do: set a tokenizer, or"
                        + " countTokens(false) (--no-token-counts)");
            }
        }

        @Override
        public MeasuredSystem open(Load load, ClientLimits limits) {
            return MeasuredSystem.of(
                    "backend",
                    backends,
                    form,
                    new TokenCounting(counted, settings.tokenizer.map(TokenCounter.class::cast)),
                    settings.spread(load),
                    limits,
                    set,
                    BenchmarkSession.this::lostEngine,
                    RunSidecar.of(Stream.concat(
                                    profiledRuns.stream(),
                                    Stream.of(notes(), run -> Notes.ofWarnings(set.warnings()), scoring(form)))
                            .toList()));
        }

        @Override
        public boolean timesTokens(Load load) {
            return counted && load.timesTokens(settings.streaming);
        }

        @Override
        public RunDescription description(Load load, MeasuredSystem measured) {
            List<String> names = backends.stream().map(InferenceBackend::name).toList();
            return describe(load, measured, "", "", names, settings(), timesTokens(load));
        }
    }

    /** A system under test of the caller. */
    private final class OwnSystem implements Target {

        @Override
        public MeasuredSystem open(Load load, ClientLimits limits) {
            return MeasuredSystem.of(
                    settings.system.orElseThrow(), settings.library.orElseThrow(), limits, scoring(ResponseForm.BYTES));
        }

        @Override
        public boolean timesTokens(Load load) {
            return settings.tokenLatencies;
        }

        @Override
        public RunDescription description(Load load, MeasuredSystem measured) {
            return describe(load, measured, "", "", List.of(measured.system().name()), List.of(), timesTokens(load));
        }
    }

    // The runs

    /** An action on a load after the warm-up of its system. */
    @FunctionalInterface
    private interface Action<R> {

        R apply(PreparedLoad prepared) throws IOException;
    }

    private <R> R prepared(Target target, Load load, Action<R> action) throws IOException, InterruptedException {
        ClientLimits limits = settings.clientLimits.in(load.scenario());
        if (!settings.backends.isEmpty()) {
            // until no request of an earlier run is left
            Endpoints.awaitReady(settings.backends, engineTimeout(), readyTimeout(), message -> {});
        }
        try (MeasuredSystem measured = target.open(load, limits)) {
            listener.preparing("warming up");
            warmUp(measured);
            abortController.delayExit();
            abortController.requireNoAbort(); // the abort requests of a finished warm-up interrupt nothing
            load.notice().ifPresent(listener::message);
            boolean timed = target.timesTokens(load);
            PreparedLoad prepared = new PreparedLoad(
                    load,
                    measured,
                    timed,
                    longestRequest(),
                    target.description(load, measured),
                    abortController,
                    listener);
            Optional<LoadPlan> plan = plan(prepared);
            target.batches(load, plan).ifPresent(listener::message);
            List<String> warnings =
                    new ArrayList<>(plan.isEmpty() ? List.of() : warnings(load, prepared.settings(0), plan));
            warnings.addAll(limitWarnings(List.of(load), plan.stream().toList()));
            listener.planned(new PlannedLoad(
                    load.scenario(),
                    load instanceof LoadGenScenario ? load.scenario().loadGenName() : load.name(),
                    load.plannedRate(),
                    limits,
                    measured.transportName(),
                    plan,
                    warnings));
            abortController.requireNoAbort();
            return action.apply(load.awaitSignal() ? prepared.with(target.description(load, measured)) : prepared);
        }
    }

    private Optional<LoadPlan> plan(PreparedLoad prepared) {
        if (isStaged() || isEstimated(prepared.load())) {
            return Optional.empty();
        }
        try (LoadGenerator generator = prepared.load().generator()) {
            return Optional.of(generator.plan(prepared.measured().library(), prepared.settings(0)));
        }
    }

    private void warmUp(MeasuredSystem measured) throws IOException, InterruptedException {
        int count = Math.max(settings.warmUps, settings.rules.warmUps());
        try {
            measured.warmUp(count, longestRequest().plusSeconds(1).multipliedBy(Math.max(1, count)), listener::message);
        } catch (TimeoutException | IOException e) {
            throw new IOException(
                    measured.losses().explained().map(Reason::text).orElse(e.getMessage()), e);
        }
        boolean requestsHttp2 =
                settings.endpoints.filter(Endpoints::requestsHttp2).isPresent();
        if (count > 0
                && requestsHttp2
                && measured.transportCounts()
                        .filter(each -> each.overHttp2() == 0)
                        .isPresent()) {
            listener.message("No response used HTTP/2: the server supports only HTTP/1.1");
        }
    }

    private BenchmarkResult stages(Target target, RequestSet set) throws IOException, InterruptedException {
        Load load = loads.get(0);
        if (peakRuns.isPresent()) {
            return prepared(target, load, prepared -> peakRuns.get().run(prepared, output));
        }
        BenchmarkResult result = prepared(
                target,
                load,
                prepared -> load instanceof SweepLoad sweep
                        ? new SweepRuns(
                                        sweep.sweep(),
                                        schedule -> SingleSchedule.generator(schedule, sweep.busyWait()),
                                        prepared,
                                        Duration.ZERO,
                                        output)
                                .run()
                        : new StagedRuns((StagedSchedule) load, (StagedRequests) set.requests(), prepared, output)
                                .run(settings.warmUps));
        load.notice().ifPresent(listener::message);
        return result;
    }

    /** Runs the loads one after the other. Stops if a run is aborted or a server is lost. */
    private BenchmarkResult measure(Target target, LossDetector losses) throws IOException, InterruptedException {
        List<RunResult> runs = new ArrayList<>();
        while (runs.size() < loads.size()) {
            Path folder = folder(runs.size()).path();
            RunResult last;
            try {
                last = prepared(target, loads.get(runs.size()), prepared -> LatencyEstimate.sized(
                                OfflineEstimate.sized(prepared, folder), folder)
                        .measure(folder));
            } catch (InterruptedException e) {
                if (runs.isEmpty()) {
                    throw e;
                }
                if (!abortController.isRequested()) {
                    abortController.requestAbort("the thread that ran it was interrupted");
                    Thread.currentThread().interrupt();
                }
                break;
            }
            runs.add(last);
            if (last.verdict() == Verdict.ABORTED || losses.lost().isPresent() || abortController.isRequested()) {
                break;
            }
        }
        List<SkippedRun> skipped = loads.stream()
                .skip(runs.size())
                .map(load -> skippedRun(load, losses, runs))
                .toList();
        try {
            writeDatacenterResult(runs);
        } finally {
            listener.finished(List.copyOf(runs), skipped); // last, because it shows the verdict
        }
        return new BenchmarkResult(output, runs, skipped);
    }

    /**
     * Returns the skipped run for a load that was not started. The reason is a lost server or worker, an abort of the benchmark, or an
     * abort of the previous run by its load generator.
     */
    private SkippedRun skippedRun(Load load, LossDetector losses, List<RunResult> runs) {
        Optional<Reason> lost = losses.explained();
        return new SkippedRun(
                load.scenario(),
                load.description(),
                lost.isPresent() ? Verdict.INVALID : Verdict.ABORTED,
                lost.or(abortController::reason)
                        .orElseGet(() -> runs.get(runs.size() - 1).reason().orElseThrow()));
    }

    /** Returns a detector of the first server, engine or worker that failed. */
    private LossDetector losses(StartedServers started, StartedWorkers workers) {
        return new LossDetector() {

            @Override
            public Optional<Reason> lost() {
                return ofServer().or(workers::lost);
            }

            @Override
            public Optional<Reason> explained() {
                return ofServer().or(workers::explained);
            }

            private Optional<Reason> ofServer() {
                return started.lost()
                        .map(why -> new Reason(Reason.Code.SERVER_LOST, why))
                        .or(BenchmarkSession.this::lostEngine);
            }
        };
    }

    private Optional<Reason> lostEngine() {
        return settings.backends.stream()
                .flatMap(each -> each.lost().stream())
                .findFirst()
                .map(why -> new Reason(Reason.Code.ENGINE_LOST, why));
    }

    private void writeDatacenterResult(List<RunResult> runs) throws IOException {
        List<RunReport> reports =
                runs.stream().flatMap(each -> each.report().stream()).toList();
        if (settings.rules == RuleSet.DATACENTER && !reports.isEmpty()) {
            List<Path> files = new DatacenterResult(nodeName(), LocalDateTime.now(ZoneId.systemDefault()), reports)
                    .write(settings.rulesFolder.orElseGet(
                            () -> settings.outputFolder.isPresent() ? output : DEFAULT_RULES_FOLDER));
            listener.message("Results of the rules 'datacenter': " + files.get(0) + " and " + files.get(1));
        }
    }

    private String nodeName() {
        return settings.nodeName.orElseGet(HostName::ofThisMachine);
    }
}
