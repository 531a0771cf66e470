// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.benchmark.endpoint.Spread;
import io.loadharness.client.ClientLimits;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.http.Dialect;
import io.loadharness.http.Secret;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.inference.Tokenizer;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.RequirementSet;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import io.loadharness.schedule.Traffic;
import io.loadharness.servers.ServerSpec;
import io.loadharness.workload.SyntheticWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One measurement with everything that it needs: what is measured, with which load and data, what its figures have to be, and the
 * folder for its results. Immutable; each call of {@link #run} or {@link #start} measures again, into a folder that must not hold a run
 * yet. Several benchmarks may run in one JVM at the same time.
 *
 * <pre>{@code
 * BenchmarkResult result = Benchmark.builder()
 *     .endpoint("http://localhost:8000")
 *     .scenario(Scenario.SERVER).targetQps(50).minDuration(Duration.ofMinutes(1))
 *     .require("ttft.p99<2s")
 *     .outputFolder(Path.of("results"))
 *     .build().run();
 * System.out.println(result.verdict() + " " + result.metric("ttft.p99"));
 * }</pre>
 *
 * <p>What is measured is one of {@link Builder#endpoint}, {@link Builder#servers}, {@link Builder#backend} and
 * {@link Builder#systemUnderTest}. The load is LoadGen's, by {@link Builder#scenario}, or a schedule, by {@link Builder#load},
 * {@link Builder#sweep} or {@link Builder#stages}. The data is {@link Builder#dataset}, {@link Builder#workload} or
 * {@link Builder#library}, and short built-in prompts without one of them.
 */
public final class Benchmark {

    /** The number of warm-up requests to each server unless the builder sets one. */
    public static final int DEFAULT_WARM_UPS = 8;

    /** The time that servers may take to be ready unless the builder sets one. */
    public static final Duration DEFAULT_READY_TIMEOUT = Duration.ofSeconds(30);

    final Builder settings;

    private Benchmark(Builder settings) {
        this.settings = settings;
    }

    /** Returns a builder without any settings. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Measures on the calling thread. If that thread is interrupted, the current run is aborted, and the results so far are returned
     * with the interrupt still set. If the JVM shuts down during a run, the run is aborted, and the shutdown waits for the reports.
     *
     * @throws IllegalArgumentException if a setting cannot be used; nothing was measured
     * @throws IOException if a server cannot be measured, a program cannot be started, or a file cannot be read or written
     * @throws InterruptedException if the thread is interrupted before the first run
     */
    public BenchmarkResult run() throws IOException, InterruptedException {
        try (Interruption interruption = new Interruption()) {
            return new BenchmarkSession(this, interruption).run();
        }
    }

    /** Starts measuring on a thread of its own, and returns at once. */
    public BenchmarkRun start() {
        return new BenchmarkRun(this);
    }

    /**
     * Checks everything that can be checked without a server, reads the data, and returns what would run.
     *
     * @throws IllegalArgumentException if a setting cannot be used
     * @throws IOException if a file cannot be read
     */
    public BenchmarkPlan plan() throws IOException {
        try (Interruption interruption = new Interruption()) {
            return new BenchmarkSession(this, interruption).plan();
        }
    }

    /** Loads a data set when a benchmark needs it. */
    @FunctionalInterface
    public interface DatasetSource {

        /**
         * Returns the data set.
         *
         * @param tokenizer of the model, if there is one
         * @param messages receives sentences for people
         */
        Dataset load(Optional<Tokenizer> tokenizer, Consumer<String> messages) throws IOException;
    }

    /** Collects the settings of a benchmark. Not thread-safe. */
    public static final class Builder implements Cloneable {

        private static final List<String> OF_SERVERS =
                List.of("model", "apiKey", "dialect", "serverMetrics", "serverProfile");

        private static final List<String> OF_BACKENDS = List.of(
                "streaming",
                "countTokens",
                "generation",
                "tokenizer",
                "routing",
                "weights",
                "concurrency",
                "batchSize",
                "order",
                "warmUps",
                "readyTimeout",
                "dataset",
                "promptForm",
                "samples",
                "expectedDataset");

        private static final List<String> OF_LOAD_GEN = List.of(
                "generator",
                "mode",
                "targetQps",
                "minDuration",
                "minQueries",
                "ttftBound",
                "tpotBound",
                "latencyBound",
                "mlperfModel",
                "userConf");

        private static final List<String> OF_SCHEDULES = List.of("seed", "busyWait");

        /** The names of the settings that were made. */
        private Set<String> made = new HashSet<>();

        // what is measured
        private Endpoints.Builder endpointSettings = Endpoints.builder();
        private boolean hasEndpoint;
        private boolean hasEndpoints;
        Optional<Endpoints> endpoints = Optional.empty();
        Optional<StartedServers.Request> servers = Optional.empty();
        List<BorrowedBackend> backends = List.of();
        Optional<SystemUnderTest> system = Optional.empty();

        // how it is asked
        boolean streaming = true;
        boolean countsTokens = true;
        boolean tokenLatencies;
        GenerationParameters generation =
                GenerationParameters.builder().maxTokens(128).temperature(0).build();
        Optional<Tokenizer> tokenizer = Optional.empty();
        Routing routing = Routing.ROUND_ROBIN;
        List<Integer> weights = List.of();
        OptionalInt concurrency = OptionalInt.empty();
        OptionalInt batchSize = OptionalInt.empty();
        Optional<SampleOrder> order = Optional.empty();
        int warmUps = DEFAULT_WARM_UPS;
        Duration readyTimeout = DEFAULT_READY_TIMEOUT;

        // the load
        private List<Scenario> scenarios = List.of();
        LoadGenOptions loadGen = new LoadGenOptions();
        private Optional<LoadGenScenario.OtherGenerator> generator = Optional.empty();
        private Optional<LoadFactory> schedule = Optional.empty();
        private long seed;
        private boolean busyWait;
        Optional<PromptSource> prompts = Optional.empty();

        // the data
        Optional<DatasetSource> dataset = Optional.empty();
        Optional<QuerySampleLibrary> library = Optional.empty();
        Optional<PromptForm> promptForm = Optional.empty();
        OptionalInt samples = OptionalInt.empty();
        OptionalInt promptTokens = OptionalInt.empty();
        Optional<MlperfDataset> expectedDataset = Optional.empty();

        // the verdict and what is left behind
        ClientLimits clientLimits = ClientLimits.DEFAULTS;
        RequirementSet rules = RequirementSet.MLPERF;
        List<String> requirements = List.of();
        Optional<Path> outputFolder = Optional.empty();
        Optional<String> nodeName = Optional.empty();
        Optional<List<Setting>> describedSettings = Optional.empty();
        Optional<ServerMetricsOptions> serverMetrics = Optional.empty();
        boolean serverMetricsOff;
        String devicePath = "";
        Optional<ServerProfileOptions> serverProfile = Optional.empty();
        BenchmarkListener listener = BenchmarkListener.NONE;

        /** Makes the load of a schedule once all settings are known. */
        @FunctionalInterface
        private interface LoadFactory {
            Load load(Builder settings);
        }

        private Builder() {}

        private Builder made(String setting) {
            made.add(setting);
            return this;
        }

        /** Measures a server with an OpenAI-compatible API at this URL; call it again for further servers. */
        public Builder endpoint(String url) {
            endpointSettings.url(url);
            hasEndpoint = true;
            return this;
        }

        /** Measures these servers, with the connection settings of the endpoints. */
        public Builder endpoints(Endpoints servers) {
            endpoints = Optional.of(servers);
            hasEndpoints = true;
            return this;
        }

        /** Starts servers, measures them, and stops them. Connection settings may be given by {@link #endpoints}. */
        public Builder servers(ServerSpec spec) {
            servers = Optional.of(new StartedServers.Request(spec, spec, Optional.empty()));
            return this;
        }

        /**
         * Starts servers, measures them, and stops them.
         *
         * @param shown the same spec without secrets, for messages and reports
         * @param file that describes them
         */
        public Builder servers(ServerSpec spec, ServerSpec shown, Path file) {
            servers = Optional.of(new StartedServers.Request(spec, shown, Optional.of(file)));
            return this;
        }

        /** Measures an implementation of one's own, which its owner closes; call it again for further replicas. */
        public Builder backend(InferenceBackend backend) {
            List<BorrowedBackend> all = new ArrayList<>(backends);
            all.add(new BorrowedBackend(Objects.requireNonNull(backend, "backend")));
            backends = List.copyOf(all);
            return this;
        }

        /** Measures a system under test, which its owner closes. Needs {@link #library}. */
        public Builder systemUnderTest(SystemUnderTest sut) {
            system = Optional.of(sut);
            return this;
        }

        /** Sets the model that servers are asked for. Default: the only one that a server lists. */
        public Builder model(String name) {
            endpointSettings.model(name);
            return made("model");
        }

        /** Sets the bearer token of every request. */
        public Builder apiKey(Secret token) {
            endpointSettings.bearer(token);
            return made("apiKey");
        }

        /** Sets the dialect of the servers. Default: the first one that works. */
        public Builder dialect(Dialect name) {
            endpointSettings.dialect(name);
            return made("dialect");
        }

        /** Asks for streamed responses. Default: true; without, the time to first token is unknown. */
        public Builder streaming(boolean enabled) {
            streaming = enabled;
            return made("streaming");
        }

        /** Requires the tokens of every response to be counted. Default: true for servers; if they can be counted for backends. */
        public Builder countTokens(boolean required) {
            countsTokens = required;
            return made("countTokens");
        }

        /** Lets LoadGen time the tokens of {@link #systemUnderTest}, which then reports first tokens and counts. Default: false. */
        public Builder tokenLatencies(boolean timed) {
            tokenLatencies = timed;
            return made("tokenLatencies");
        }

        /** Sets the parameters of every request. Default: at most 128 tokens, temperature 0. */
        public Builder generation(GenerationParameters parameters) {
            generation = parameters;
            return made("generation");
        }

        /** Counts tokens on this side where servers do not, and makes synthetic prompts exact. Its owner closes it. */
        public Builder tokenizer(Tokenizer open) {
            tokenizer = Optional.of(open);
            return made("tokenizer");
        }

        /** Sets the rule that chooses the server of a sample. */
        public Builder routing(Routing rule) {
            routing = rule;
            return made("routing");
        }

        /** Sets the weight of each server, for {@link Routing#WEIGHTED}. */
        public Builder weights(List<Integer> weightOfEach) {
            weights = List.copyOf(weightOfEach);
            return made("weights");
        }

        /** Sets the maximum number of samples or batches in flight at each server. Default: no limit; 256 in Offline. */
        public Builder concurrency(int count) {
            concurrency = OptionalInt.of(requireAtLeastOne("concurrency", count));
            return made("concurrency");
        }

        /** Sends up to this many samples of a query together. Default: 1. */
        public Builder batchSize(int count) {
            batchSize = OptionalInt.of(requireAtLeastOne("batchSize", count));
            return made("batchSize");
        }

        /** Sets the order in which the samples of a query are sent. */
        public Builder order(SampleOrder sampleOrder) {
            order = Optional.of(sampleOrder);
            return made("order");
        }

        /** Sets the number of requests to each server that do not count. Default: {@value Benchmark#DEFAULT_WARM_UPS}. */
        public Builder warmUps(int count) {
            if (count < 0) {
                throw new IllegalArgumentException("warmUps must be at least 0: got " + count);
            }
            warmUps = count;
            return made("warmUps");
        }

        /** Sets the time that servers may take to be ready. Default: 30 s. */
        public Builder readyTimeout(Duration limit) {
            readyTimeout = limit;
            return made("readyTimeout");
        }

        /** Lets MLPerf LoadGen generate the load of one scenario, or of several, one after the other. */
        public Builder scenario(Scenario... inThisOrder) {
            scenarios = List.of(inThisOrder);
            return this;
        }

        /** Lets another generator run the {@link #scenario}, with the settings of LoadGen; its runs are not MLPerf's. */
        public Builder generator(GeneratorProvider provider, Map<String, String> options) {
            generator = Optional.of(new LoadGenScenario.OtherGenerator(provider, Map.copyOf(options)));
            return made("generator");
        }

        /** Sets what LoadGen's run is for. Default: {@link TestMode#PERFORMANCE_ONLY}. */
        public Builder mode(TestMode mode) {
            loadGen.mode = mode;
            return made("mode");
        }

        /** Sets the queries per second of Server, and the expected samples per second of Offline. */
        public Builder targetQps(double rate) {
            loadGen.targetQps = OptionalDouble.of(LoadGenOptions.requireRate("targetQps", rate));
            return made("targetQps");
        }

        /** Sets {@link #targetQps} for one of several scenarios. */
        public Builder targetQps(Scenario scenario, double rate) {
            loadGen.targetQps(scenario, LoadGenOptions.requireRate("targetQps", rate));
            return made("targetQps");
        }

        /** Sets the minimum duration of LoadGen's run. Default: LoadGen's, 10 s. */
        public Builder minDuration(Duration duration) {
            loadGen.minDuration = Optional.of(duration);
            return made("minDuration");
        }

        /** Sets the minimum number of queries of LoadGen's run. Default: LoadGen's, 100. */
        public Builder minQueries(long count) {
            loadGen.minQueries = OptionalLong.of(count);
            return made("minQueries");
        }

        /** Sets LoadGen's bound on the time to first token in Server. */
        public Builder ttftBound(Duration bound) {
            loadGen.ttftBound = Optional.of(bound);
            return made("ttftBound");
        }

        /** Sets LoadGen's bound on the time per output token in Server. */
        public Builder tpotBound(Duration bound) {
            loadGen.tpotBound = Optional.of(bound);
            return made("tpotBound");
        }

        /** Sets LoadGen's bound on the latency in Server where tokens are not timed. */
        public Builder latencyBound(Duration bound) {
            loadGen.latencyBound = Optional.of(bound);
            return made("latencyBound");
        }

        /** Applies the section of a model in LoadGen's mlperf.conf, such as {@code llama3_1-8b}. */
        public Builder mlperfModel(String name) {
            loadGen.mlperfModel = Optional.of(name);
            return made("mlperfModel");
        }

        /** Lets LoadGen read a user.conf; settings of this builder win over it. */
        public Builder userConf(Path file) {
            loadGen.userConf = Optional.of(file);
            return made("userConf");
        }

        /** Gives LoadGen exactly these settings, in place of all others of this builder that are LoadGen's. */
        public Builder testSettings(TestSettings settings) {
            loadGen.testSettings = Optional.of(settings);
            scenarios = List.of(settings.scenario());
            return this;
        }

        /** Loads by a schedule, without LoadGen. */
        public Builder load(Schedule schedule) {
            return load("schedule", schedule, OptionalDouble.empty());
        }

        /**
         * Loads by a schedule, without LoadGen.
         *
         * @param name of the load
         * @param ratePerSecond the planned samples per second, if there is a planned rate
         */
        public Builder load(String name, Schedule schedule, OptionalDouble ratePerSecond) {
            this.schedule = Optional.of(settings -> new SingleSchedule(
                    name, schedule.scenario(), data -> schedule, ratePerSecond, settings.seed, settings.busyWait));
            return this;
        }

        /** Sends the requests of the data set at the times in its column {@code at_s}, times a factor. */
        public Builder replay(double timeScale) {
            return replay(Optional.empty(), timeScale);
        }

        /**
         * Sends requests at recorded times.
         *
         * @param trace a file with times; empty for the column {@code at_s} of the data set
         * @param timeScale a factor for all times; 0.5 is twice as fast
         */
        public Builder replay(Optional<Path> trace, double timeScale) {
            schedule = Optional.of(settings -> new SingleSchedule(
                    "replay",
                    Scenario.SERVER,
                    data -> Schedule.replay((trace.isPresent() ? RecordedTimes.in(trace.get()) : RecordedTimes.of(data))
                            .scaled(timeScale)),
                    OptionalDouble.empty(),
                    settings.seed,
                    settings.busyWait));
            return this;
        }

        /** Sends the conversations of the data set, which start at a rate; each turn waits for the one before and a pause. */
        public Builder sessions(double startsPerSecond, Duration thinkTime) {
            return sessions(Arrivals.poisson(startsPerSecond), Scenario.SERVER, thinkTime);
        }

        /** Sends the conversations of the data set, a number of them at a time. */
        public Builder sessionsAtATime(int count, Duration thinkTime) {
            return sessions(Concurrency.of(count), Scenario.SINGLE_STREAM, thinkTime);
        }

        private Builder sessions(Traffic starts, Scenario scenario, Duration thinkTime) {
            schedule = Optional.of(settings -> new SingleSchedule(
                    "sessions",
                    scenario,
                    data -> Schedule.sessions(RecordedTurns.of(data).sessions(thinkTime), starts),
                    OptionalDouble.empty(),
                    settings.seed,
                    settings.busyWait));
            return this;
        }

        /** Finds the rate that the servers can bear, and measures at rates up to it. */
        public Builder sweep(Sweep rates) {
            schedule = Optional.of(settings -> new SweepLoad(rates, settings.seed, settings.busyWait));
            return this;
        }

        /** Measures in stages, as a profile of inference-perf describes them, with prompts of their own. */
        public Builder stages(StagedLoad load, PromptSource source) {
            schedule = Optional.of(settings -> new StagedSchedule(load));
            prompts = Optional.of(source);
            return this;
        }

        /** Sets the seed of the times and samples of schedules. Default: 0. */
        public Builder seed(long value) {
            seed = value;
            return made("seed");
        }

        /** Lets schedules wait without sleeping, which is more exact and takes a processor. Default: false. */
        public Builder busyWait(boolean enabled) {
            busyWait = enabled;
            return made("busyWait");
        }

        /** Sends the samples of a file: JSON, JSON Lines, CSV, Parquet, NumPy or a pickle. */
        public Builder dataset(Path file) {
            return dataset((ofModel, messages) -> new DatasetReader().read(file));
        }

        /** Sends the samples of a data set that is loaded when it is needed. */
        public Builder dataset(DatasetSource source) {
            dataset = Optional.of(source);
            return made("dataset");
        }

        /** Sends synthetic prompts. */
        public Builder workload(String name, SyntheticWorkload synthetic) {
            return dataset((ofModel, messages) -> Dataset.of(name, synthetic));
        }

        /** Sets the samples of {@link #systemUnderTest}. */
        public Builder library(QuerySampleLibrary samplesOfSystem) {
            library = Optional.of(samplesOfSystem);
            return this;
        }

        /** Sends prompts as token ids or as text. Default: as ids if the data set has them. */
        public Builder promptForm(PromptForm form) {
            promptForm = Optional.of(form);
            return made("promptForm");
        }

        /** Takes only the first samples of the data. Default: all. */
        public Builder samples(int count) {
            samples = OptionalInt.of(requireAtLeastOne("samples", count));
            return made("samples");
        }

        /** Sets the maximum number of tokens of responses in {@link #stages} whose prompts do not say it. */
        public Builder stageTokens(int maxTokens) {
            promptTokens = OptionalInt.of(maxTokens);
            return made("stageTokens");
        }

        /** Reports in a message if the data set is not the one that MLPerf publishes. */
        public Builder expectedDataset(MlperfDataset published) {
            expectedDataset = Optional.of(published);
            return made("expectedDataset");
        }

        /** Sets the thresholds above which a run is reported as client-limited. */
        public Builder clientLimits(ClientLimits limits) {
            clientLimits = limits;
            return this;
        }

        /** Applies a named set of rules besides LoadGen's. */
        public Builder rules(RequirementSet set) {
            rules = set;
            return this;
        }

        /**
         * Requires figures, such as {@code ttft.p99<2s} or {@code failure_rate<=1%}; a run that misses one is not valid.
         *
         * @throws IllegalArgumentException if a requirement cannot be parsed
         */
        public Builder require(String... figures) {
            List<String> all = new ArrayList<>(requirements);
            for (String each : figures) {
                Requirement.parse(each);
                all.add(each);
            }
            requirements = List.copyOf(all);
            return this;
        }

        /** Sets the folder for logs, records and reports. Default: a folder in {@code loadharness-logs} with the time in its name. */
        public Builder outputFolder(Path folder) {
            outputFolder = Optional.of(folder);
            return this;
        }

        /** Sets the name of this machine in result files of the datacenter rules. Default: its host name. */
        public Builder nodeName(String name) {
            nodeName = Optional.of(name);
            return this;
        }

        /** Sets the list of settings that reports show. Default: what the builder was given. */
        public Builder describedSettings(List<Setting> all) {
            describedSettings = Optional.of(List.copyOf(all));
            return this;
        }

        /** Records the metrics that servers expose during runs. Default: only if servers are started. */
        public Builder serverMetrics(boolean enabled) {
            serverMetricsOff = !enabled;
            serverMetrics = enabled ? Optional.of(ServerMetricsOptions.DEFAULTS) : Optional.empty();
            return made("serverMetrics");
        }

        /** Records the metrics that servers expose during runs, with these settings. */
        public Builder serverMetrics(ServerMetricsOptions options) {
            serverMetricsOff = false;
            serverMetrics = Optional.of(options);
            return made("serverMetrics");
        }

        /** Sets the folders with programs that report on devices, such as nvidia-smi, as in the variable PATH. Default: none. */
        public Builder devicePath(String folders) {
            devicePath = folders;
            return this;
        }

        /** Lets a profiler watch the servers. */
        public Builder serverProfile(ServerProfileOptions options) {
            serverProfile = Optional.of(options);
            return made("serverProfile");
        }

        /** Sets the listener that receives progress and messages. */
        public Builder onProgress(BenchmarkListener receiver) {
            listener = receiver;
            return this;
        }

        /**
         * Returns the benchmark.
         *
         * @throws IllegalArgumentException if settings are missing or contradict each other
         */
        public Benchmark build() {
            Builder copy = copy();
            if (copy.endpoints.isEmpty()) {
                Endpoints built = copy.endpointSettings.build();
                copy.endpoints = hasEndpoint || servers.isPresent() ? Optional.of(built) : Optional.empty();
            }
            copy.requireOneTarget();
            List<Load> loads = copy.loads();
            copy.checkSpread(loads);
            copy.requireThatAllApply();
            return new Benchmark(copy);
        }

        /** Refuses what would be ignored. */
        private void requireThatAllApply() {
            if (system.isPresent()) {
                requireNone(OF_SERVERS, "to systemUnderTest");
                requireNone(OF_BACKENDS, "to systemUnderTest");
            } else {
                requireNone(
                        List.of("tokenLatencies"),
                        "to servers and backends, whose tokens are timed if they are counted");
            }
            if (!backends.isEmpty()) {
                requireNone(OF_SERVERS, "to backend");
            }
            if (hasEndpoints) {
                requireNone(List.of("model", "apiKey", "dialect"), "to endpoints, whose own builder has it");
            }
            if (prompts.isPresent()) {
                requireNone(List.of("dataset", "promptForm", "samples"), "to stages, which have prompts of their own");
            } else {
                requireNone(List.of("stageTokens"), "without stages");
            }
            if (schedule.isPresent()) {
                requireNone(OF_LOAD_GEN, "to a schedule, which LoadGen does not run");
            } else {
                requireNone(OF_SCHEDULES, "to LoadGen, whose seeds are in testSettings");
            }
        }

        private void requireNone(List<String> names, String to) {
            names.stream().filter(made::contains).findFirst().ifPresent(name -> {
                throw new IllegalArgumentException(name + " does not apply " + to + ": leave it out");
            });
        }

        /** Returns true if a benchmark without counted tokens is not what the caller wants. */
        boolean requiresCounts() {
            return countsTokens && made.contains("countTokens");
        }

        private void requireOneTarget() {
            int targets = (servers.isPresent() || endpoints.isPresent() ? 1 : 0)
                    + (backends.isEmpty() ? 0 : 1)
                    + (system.isPresent() ? 1 : 0);
            if (targets != 1) {
                throw new IllegalArgumentException(
                        (targets == 0 ? "nothing is measured" : "more than one thing is measured")
                                + ": give one of endpoint, servers, backend and systemUnderTest");
            }
            if (hasEndpoint && hasEndpoints) {
                throw new IllegalArgumentException("endpoint and endpoints both name the servers: give one of them");
            }
            if (servers.isPresent()
                    && endpoints.filter(each -> !each.urls().isEmpty()).isPresent()) {
                throw new IllegalArgumentException("servers are started and endpoints are given: give one of both");
            }
            if (system.isPresent() != library.isPresent()) {
                throw new IllegalArgumentException(
                        "systemUnderTest and library belong together: one of them is missing");
            }
            if (system.isPresent() && dataset.isPresent()) {
                throw new IllegalArgumentException("systemUnderTest takes its samples from library, not from dataset");
            }
        }

        /** Makes the loads of one benchmark, which keep what they take from its data. */
        List<Load> loads() {
            if (schedule.isPresent() && !scenarios.isEmpty()) {
                throw new IllegalArgumentException("scenario and load both say what loads the run: give one of them");
            }
            if (schedule.isPresent() && generator.isPresent()) {
                throw new IllegalArgumentException(
                        "generator runs a scenario, and the load is a schedule: give one of them");
            }
            if (schedule.isPresent()) {
                return List.of(schedule.get().load(this));
            }
            if (scenarios.isEmpty()) {
                throw new IllegalArgumentException(
                        "nothing says what loads the run: scenario(Scenario.SERVER), for LoadGen, or load(...), for a schedule");
            }
            if (new HashSet<>(scenarios).size() < scenarios.size()) {
                throw new IllegalArgumentException("scenario names one scenario twice");
            }
            loadGen.ruleDuration = rules.minDuration(requirements);
            scenarios.forEach(loadGen::check);
            return scenarios.stream()
                    .<Load>map(scenario -> new LoadGenScenario(loadGen, generator, scenario))
                    .toList();
        }

        private void checkSpread(List<Load> loads) {
            if ((routing == Routing.WEIGHTED) == weights.isEmpty()) {
                throw new IllegalArgumentException(
                        "routing WEIGHTED and weights belong together; one of them is missing");
            }
            int replicas = servers.map(each -> each.spec().replicas())
                    .or(() -> endpoints.map(each -> each.urls().size()))
                    .orElse(backends.size());
            if (!weights.isEmpty() && weights.size() != replicas) {
                throw new IllegalArgumentException("there are " + weights.size() + " weights for " + replicas
                        + " servers: give one weight for each");
            }
            if (loads.stream().noneMatch(Load::hasLargeQueries) && (batchSize.isPresent() || order.isPresent())) {
                throw new IllegalArgumentException("batchSize and order do not apply to "
                        + loads.get(0).name() + ", where a query has one sample");
            }
        }

        /** Returns the distribution of samples over servers for a load. */
        Spread spread(Load load) {
            int together = load.hasLargeQueries() ? batchSize.orElse(1) : 1;
            int usual = together > 1
                    ? 1
                    : load.scenario() == Scenario.OFFLINE && load.hasLargeQueries()
                            ? BenchmarkSession.OFFLINE_CONCURRENCY
                            : Spread.UNLIMITED;
            return new Spread(
                    routing,
                    weights,
                    concurrency.orElse(usual),
                    together,
                    load.hasLargeQueries() ? order.orElse(SampleOrder.ISSUED) : SampleOrder.ISSUED);
        }

        /** Returns the settings that differ from their defaults, for reports. */
        List<Setting> describe() {
            List<Setting> all = new ArrayList<>();
            endpoints.ifPresent(each -> each.urls().forEach(url -> add(all, "endpoint", url)));
            scenarios.forEach(each -> add(all, "scenario", each));
            if (!scenarios.isEmpty()) {
                loadGen.describe(scenarios, (name, value) -> add(all, name, value));
            }
            add(all, "streaming", streaming);
            add(all, "countTokens", countsTokens);
            generation.maxTokens().ifPresent(each -> add(all, "generation.maxTokens", each));
            add(all, "routing", routing);
            concurrency.ifPresent(each -> add(all, "concurrency", each));
            batchSize.ifPresent(each -> add(all, "batchSize", each));
            samples.ifPresent(each -> add(all, "samples", each));
            add(all, "warmUps", warmUps);
            add(all, "rules", rules);
            requirements.forEach(each -> add(all, "require", each));
            outputFolder.ifPresent(each -> add(all, "outputFolder", each));
            return all;
        }

        private static void add(List<Setting> all, String name, Object value) {
            all.add(new Setting(name, String.valueOf(value), "program"));
        }

        private static int requireAtLeastOne(String name, int count) {
            if (count < 1) {
                throw new IllegalArgumentException(name + " must be at least 1: got " + count);
            }
            return count;
        }

        private Builder copy() {
            try {
                Builder copy = (Builder) clone();
                copy.loadGen = loadGen.copy();
                copy.made = new HashSet<>(made);
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
