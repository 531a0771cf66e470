// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.accuracy.Accuracy;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.benchmark.endpoint.Spread;
import io.loadharness.client.ClientLimits;
import io.loadharness.cluster.Workers;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.TensorDataset;
import io.loadharness.http.Dialect;
import io.loadharness.http.Secret;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.inference.Tokenizer;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.LifecycleFiles;
import io.loadharness.report.RuleSet;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.LoadPattern;
import io.loadharness.schedule.PeakSearch;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Slice;
import io.loadharness.schedule.Sweep;
import io.loadharness.servers.ServerSpec;
import io.loadharness.servers.profiler.Profiling;
import io.loadharness.workload.SyntheticWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A complete benchmark: the target, the load, the data, the requirements and the output folder. Immutable. Each call of {@link #run} or
 * {@link #start} measures again, and fails if the output folder already contains a run. Several benchmarks may run in one JVM at the same
 * time.
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
 * <ul>
 * <li>Target: one of {@link Builder#endpoint}, {@link Builder#servers}, {@link Builder#engine(String, Path)}, {@link Builder#backend},
 * {@link Builder#systemUnderTest} and {@link Builder#client(BenchmarkClient)}. Engines and backends can be combined with each other, and
 * with endpoints or servers. No other targets can be combined.
 * <li>Load: MLPerf LoadGen with {@link Builder#scenario}, or a schedule with {@link Builder#load}, {@link Builder#replay},
 * {@link Builder#sessions}, {@link Builder#sweep} or {@link Builder#stages}. {@link Builder#peak} searches for the highest load.
 * <li>Data: {@link Builder#dataset}, {@link Builder#workload} or {@link Builder#library}. The default is short built-in prompts.
 * </ul>
 */
public final class Benchmark {

    /** The default number of warm-up requests to each server. */
    public static final int DEFAULT_WARM_UPS = 8;

    /** The default maximum time until servers are ready. */
    public static final Duration DEFAULT_READY_TIMEOUT = Duration.ofSeconds(30);

    final Builder settings;

    private Benchmark(Builder settings) {
        this.settings = settings;
    }

    /** Returns a builder without any settings. */
    public static Builder builder() {
        return new EngineBuilder();
    }

    /**
     * Runs the benchmark on the calling thread. If the thread is interrupted, this method aborts the current run and returns the results so
     * far. The interrupt flag remains set. If the JVM shuts down during a run, the run is aborted, and the shutdown waits until the reports
     * are written.
     *
     * @throws IllegalArgumentException if a setting is invalid; in this case, nothing was measured
     * @throws IOException if a server cannot be measured, a program cannot be started, or a file cannot be read or written
     * @throws InterruptedException if the thread is interrupted before the first run
     */
    public BenchmarkResult run() throws IOException, InterruptedException {
        try (AbortController abortController = new AbortController()) {
            return new BenchmarkSession(this, abortController).run();
        }
    }

    /**
     * Searches for the highest load that meets all limits, on the calling thread. {@link Builder#peak} sets the search. The state is
     * written to the output folder after each run. If the search is stopped, {@link Builder#resume} continues it.
     *
     * @throws IllegalArgumentException if a setting is invalid, or differs from the setting of the search to resume; in this case, nothing
     *     was measured
     * @throws IllegalStateException if no search is set
     * @throws IOException if a server cannot be measured, a program cannot be started, or a file cannot be read or written
     * @throws InterruptedException if the thread is interrupted before the first run
     */
    public PeakResult findPeak() throws IOException, InterruptedException {
        try (AbortController abortController = new AbortController()) {
            return new BenchmarkSession(this, abortController).findPeak();
        }
    }

    /** Starts the benchmark on a new thread and returns immediately. */
    public BenchmarkRun start() {
        return new BenchmarkRun(this);
    }

    /**
     * Checks the settings without contacting a server, reads the data, and returns the planned runs. Initializes and closes the
     * {@linkplain Builder#client(BenchmarkClient) client}, if one is set, because the client provides the samples.
     *
     * @throws IllegalArgumentException if a setting is invalid
     * @throws IOException if a file cannot be read, or the client cannot be initialized or closed
     */
    public BenchmarkPlan plan() throws IOException {
        try (AbortController abortController = new AbortController()) {
            return new BenchmarkSession(this, abortController).plan();
        }
    }

    /**
     * Waits until the servers are ready, and checks that they list the model. Does not send a prompt. Has no effect on engines and on
     * servers that the benchmark would start.
     *
     * @throws IllegalArgumentException if a setting is invalid, or a server does not list the model
     * @throws IOException if a server is not ready in time
     */
    public void checkModels() throws IOException, InterruptedException {
        try (AbortController abortController = new AbortController()) {
            new BenchmarkSession(this, abortController).checkModels();
        }
    }

    /**
     * A function that loads a data set when a benchmark needs it.
     *
     * <pre>{@code
     * builder.dataset((tokenizer, messages) -> new DatasetReader().read(Path.of("prompts.jsonl")))
     * }</pre>
     */
    @FunctionalInterface
    public interface DatasetSource {

        /**
         * Loads the data set.
         *
         * @param tokenizer the tokenizer of the model; empty if no tokenizer was set
         * @param messages receives messages for the user
         */
        Dataset load(Optional<Tokenizer> tokenizer, Consumer<String> messages) throws IOException;
    }

    /**
     * A builder of benchmarks with an engine. In addition to the methods of {@link Builder}, this builder has a method that sets the
     * options of the engine.
     *
     * <pre>{@code
     * builder.engine("onnx", Path.of("resnet50.onnx")).option("threads", 1).option("output", "argmax")
     * }</pre>
     */
    public static final class EngineBuilder extends Builder {

        private EngineBuilder() {}

        /**
         * Sets an option of the engine that was added last. The documentation of the engine lists its options. Reports show the option.
         *
         * @param value text, a number, true or false, or a path
         * @throws IllegalArgumentException if the option is already set, or if the value has another type
         */
        public EngineBuilder option(String name, Object value) {
            List<EngineSetting> all = new ArrayList<>(engines);
            int last = all.size() - 1;
            all.set(last, all.get(last).with(name, value));
            engines = List.copyOf(all);
            return this;
        }
    }

    /** A builder of benchmarks. Not thread-safe. */
    public abstract static sealed class Builder implements Cloneable permits EngineBuilder {

        private static final List<String> SERVER_SETTINGS =
                List.of("model", "apiKey", "dialect", "serverMetrics", "on");

        private static final List<String> BACKEND_SETTINGS = List.of(
                "streaming",
                "countTokens",
                "generation",
                "tokenizer",
                "routing",
                "weights",
                "concurrency",
                "batchSize",
                "batchTokens",
                "order",
                "warmUps",
                "readyTimeout",
                "dataset",
                "requests",
                "tensors",
                "promptForm",
                "samples",
                "expectedDataset");

        private static final List<String> LOADGEN_SETTINGS = List.of(
                "generator",
                "mode",
                "targetQps",
                "minDuration",
                "minQueries",
                "ttftBound",
                "tpotBound",
                "latencyBound",
                "mlperfModel",
                "userConf",
                "accuracy");

        private static final List<String> SCHEDULE_SETTINGS = List.of("seed", "busyWait");

        private static final List<String> SLICE_SETTINGS = List.of("slice", "startAt", "startOn");

        /** The names of the settings that the caller set. */
        private Set<String> explicitSettings = new HashSet<>();

        // the target
        private Endpoints.Builder endpointSettings = Endpoints.builder();
        private boolean hasEndpoint;
        private boolean hasEndpoints;
        Optional<Endpoints> endpoints = Optional.empty();
        Optional<StartedServers.Request> servers = Optional.empty();
        List<BorrowedBackend> backends = List.of();
        List<EngineSetting> engines = List.of();
        Optional<SystemUnderTest> system = Optional.empty();
        Optional<ClientSetting> client = Optional.empty();
        Optional<Workers> workers = Optional.empty();

        // the requests
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
        OptionalInt batchTokens = OptionalInt.empty();
        Optional<SampleOrder> order = Optional.empty();
        int warmUps = DEFAULT_WARM_UPS;
        Optional<Duration> readyTimeout = Optional.empty();

        // the load
        private List<Scenario> scenarios = List.of();
        LoadGenOptions loadGen = new LoadGenOptions();
        private Optional<LoadGenScenario.OtherGenerator> generator = Optional.empty();
        private Optional<LoadFactory> schedule = Optional.empty();
        private Optional<PeakSearch> peak = Optional.empty();
        private boolean resume;
        private long seed;
        private boolean busyWait;
        private Optional<Slice> slice = Optional.empty();
        private Optional<Instant> startAt = Optional.empty();
        private Optional<StartSignal> startSignal = Optional.empty();
        Optional<PromptSource> prompts = Optional.empty();

        // the data
        private Optional<Path> datasetFile = Optional.empty();
        Optional<DatasetSource> dataset = Optional.empty();
        Optional<RequestSource> requests = Optional.empty();
        Optional<QuerySampleLibrary> library = Optional.empty();
        Optional<PromptForm> promptForm = Optional.empty();
        OptionalInt samples = OptionalInt.empty();
        OptionalInt promptTokens = OptionalInt.empty();
        Optional<MlperfDataset> expectedDataset = Optional.empty();
        Optional<Accuracy> accuracy = Optional.empty();

        // the verdict and the output
        ClientLimits clientLimits = ClientLimits.DEFAULTS;
        RuleSet rules = RuleSet.MLPERF;
        List<String> requirements = List.of();
        Optional<Path> outputFolder = Optional.empty();
        Optional<Duration> maxTime = Optional.empty();
        Optional<LifecycleFiles> lifecycleFiles = Optional.empty();
        Optional<Path> rulesFolder = Optional.empty();
        Optional<String> nodeName = Optional.empty();
        Optional<List<Setting>> describedSettings = Optional.empty();
        Optional<ServerMetricsOptions> serverMetrics = Optional.empty();
        boolean serverMetricsOff;
        String devicePath = "";
        Optional<ServerProfileOptions> serverProfile = Optional.empty();
        BenchmarkListener listener = BenchmarkListener.NONE;

        /** Reads or returns the requests that the caller set as the data. */
        @FunctionalInterface
        interface RequestSource {

            /**
             * Returns the requests.
             *
             * @param expected the expected data set of MLPerf
             * @param messages receives the names of unused columns, and the differences between the data and the expected data set
             */
            RequestSet get(Optional<MlperfDataset> expected, Consumer<String> messages) throws IOException;
        }

        /** A function that creates the load of a schedule when all settings are known. */
        @FunctionalInterface
        private interface LoadFactory {
            Load load(Builder settings);
        }

        private Builder() {}

        private Builder mark(String setting) {
            explicitSettings.add(setting);
            return this;
        }

        /** Adds a server with an OpenAI-compatible API, such as {@code http://localhost:8000}. May be called several times. */
        public Builder endpoint(String url) {
            endpointSettings.url(url);
            hasEndpoint = true;
            return this;
        }

        /** Sets the servers and their connection settings: headers, TLS, HTTP client, timeouts. */
        public Builder endpoints(Endpoints servers) {
            endpoints = Optional.of(servers);
            hasEndpoints = true;
            return this;
        }

        /**
         * Sets the servers to start, measure and stop. {@link #endpoints} may set their connection settings.
         *
         * <pre>{@code
         * builder.servers(ServerSpec.builder("vllm").model("meta-llama/Llama-3.1-8B").replicas(2).build())
         * }</pre>
         */
        public Builder servers(ServerSpec spec) {
            servers = Optional.of(new StartedServers.Request(spec, spec, Optional.empty()));
            return this;
        }

        /**
         * Sets the servers to start, measure and stop.
         *
         * @param shown the same spec without secrets, for messages and reports
         * @param file the file with the spec, for messages and reports
         */
        public Builder servers(ServerSpec spec, ServerSpec shown, Path file) {
            servers = Optional.of(new StartedServers.Request(spec, shown, Optional.of(file)));
            return this;
        }

        /**
         * Adds an engine, such as {@code onnx} or {@code llama}, and the path of its model to the target. The plug-in with the engine must
         * be on the class path. Each execution of the benchmark creates the engine, and loads and warms up the model before the first run.
         * At the end, the benchmark closes the engine. May be called several times, once for each replica. If the engine takes tensors,
         * {@link #dataset} reads tensors. {@code build()} checks the options and the path of the model.
         *
         * <pre>{@code
         * Benchmark.builder()
         *     .engine("onnx", Path.of("resnet50.onnx")).option("threads", 1)
         *     .dataset(Path.of("images.npy"))
         *     .scenario(Scenario.SINGLE_STREAM)
         * }</pre>
         *
         * @param name the name of an {@link EngineProvider}
         * @param model the file or folder of the model; the engine receives the path as the option {@code model}
         * @return this builder, which now also sets the options of the engine
         */
        public EngineBuilder engine(String name, Path model) {
            return add(EngineSetting.of(name, model));
        }

        /**
         * Adds an engine that has no model, or whose model is not a path, to the target. See {@link #engine(String, Path)}.
         *
         * @param name the name of an {@link EngineProvider}
         * @return this builder, which now also sets the options of the engine
         */
        public EngineBuilder engine(String name) {
            return add(EngineSetting.of(name));
        }

        private EngineBuilder add(EngineSetting engine) {
            engines = appended(engines, engine);
            return (EngineBuilder) this; // the only subclass
        }

        /** Adds a custom backend to the target. The caller closes the backend. May be called several times, once for each replica. */
        public Builder backend(InferenceBackend backend) {
            backends = appended(backends, new BorrowedBackend(Objects.requireNonNull(backend, "backend")));
            return this;
        }

        private static <T> List<T> appended(List<T> list, T last) {
            return Stream.concat(list.stream(), Stream.of(last)).toList();
        }

        /** Sets a system under test as the target. Requires {@link #library}. The caller closes the system. */
        public Builder systemUnderTest(SystemUnderTest sut) {
            system = Optional.of(sut);
            return this;
        }

        /** Sets a client without options as the target, see {@link #client(BenchmarkClient, Map)}. */
        public Builder client(BenchmarkClient systemAndSamples) {
            return client(systemAndSamples, Map.of());
        }

        /**
         * Sets a client, which has a system under test and its samples, as the target. Each execution of the benchmark initializes the
         * client, and closes it at the end. If the client cannot be closed, the result is complete, but its verdict is {@code FAILED}.
         *
         * <pre>{@code
         * builder.client(BenchmarkClient.named("my-client"), Map.of("address", "localhost:7000"))
         * }</pre>
         *
         * @param options the options for {@link BenchmarkClient#initialize}
         */
        public Builder client(BenchmarkClient systemAndSamples, Map<String, String> options) {
            client = Optional.of(new ClientSetting(systemAndSamples, options));
            return this;
        }

        /**
         * Lets workers send the requests, usually on other machines. LoadGen or the schedule runs in this process, which also writes the
         * results. If a worker is lost, the run is invalid.
         *
         * <pre>{@code
         * builder.on(Workers.on("ssh", 3).option("hosts", "n1,n2,n3").build())
         * }</pre>
         */
        public Builder on(Workers engine) {
            workers = Optional.of(engine);
            return mark("on");
        }

        /** Sets the model name in requests. Default: the model that the server lists. Required if the server lists several models. */
        public Builder model(String name) {
            endpointSettings.model(name);
            return mark("model");
        }

        /** Sets the bearer token of every request. */
        public Builder apiKey(Secret token) {
            endpointSettings.bearer(token);
            return mark("apiKey");
        }

        /** Sets the API dialect of the servers. Default: the first dialect that works, preferring those with token ids. */
        public Builder dialect(Dialect name) {
            endpointSettings.dialect(name);
            return mark("dialect");
        }

        /** Requests streamed responses. Default: true. Without streaming, the time to first token is unknown. */
        public Builder streaming(boolean enabled) {
            streaming = enabled;
            return mark("streaming");
        }

        /**
         * Enables or disables the requirement that each response has a token count. If the requirement is enabled, a response without a
         * token count is a failure. Default: enabled for servers; for {@link #backend} and engines, enabled if the backend reports token
         * counts or a tokenizer is set.
         */
        public Builder countTokens(boolean required) {
            countsTokens = required;
            return mark("countTokens");
        }

        /**
         * Enables or disables token latencies for {@link #systemUnderTest} or {@link #client(BenchmarkClient)}, which must report first
         * tokens and token counts. Default: false.
         */
        public Builder tokenLatencies(boolean timed) {
            tokenLatencies = timed;
            return mark("tokenLatencies");
        }

        /** Sets the generation parameters of every request. Default: at most 128 tokens, temperature 0. */
        public Builder generation(GenerationParameters parameters) {
            generation = parameters;
            return mark("generation");
        }

        /**
         * Sets a tokenizer. The client uses the tokenizer to count tokens if the server reports no counts. It also uses the tokenizer to
         * generate synthetic prompts with an exact number of tokens. The caller closes the tokenizer.
         */
        public Builder tokenizer(Tokenizer open) {
            tokenizer = Optional.of(open);
            return mark("tokenizer");
        }

        /** Sets the rule that chooses the server for a sample. Default: {@link Routing#ROUND_ROBIN}. */
        public Builder routing(Routing rule) {
            routing = rule;
            return mark("routing");
        }

        /** Sets the weight of each server, for {@link Routing#WEIGHTED}. */
        public Builder weights(List<Integer> weightOfEach) {
            weights = List.copyOf(weightOfEach);
            return mark("weights");
        }

        /**
         * Sets the maximum number of samples or batches in flight at each server. With batches, the default is the number of batches that
         * the backend {@linkplain InferenceBackend#concurrentBatches processes at the same time}. This number is 1 for servers. In the
         * offline scenario without batches, the default is 256, or the {@linkplain InferenceBackend#concurrentRequests number of requests}
         * of an engine. A number above 256 applies only to engines without a {@linkplain InferenceBackend#requestLimit request limit}. Such
         * a number is reduced, but not below 256, if the prompts in flight would exceed 256 MiB. In all other cases, the number is not
         * limited by default.
         */
        public Builder concurrency(int count) {
            concurrency = OptionalInt.of(requireAtLeastOne("concurrency", count));
            return mark("concurrency");
        }

        /**
         * Sets the maximum number of samples of a query that are sent together. {@link Endpoints.Builder#maxRequestPrompts} limits the
         * prompts of one request; a larger batch is sent in several requests at the same time. Default: 1, or no limit with
         * {@link #batchTokens}.
         */
        public Builder batchSize(int count) {
            batchSize = OptionalInt.of(requireAtLeastOne("batchSize", count));
            return mark("batchSize");
        }

        /**
         * Sets the maximum number of prompt tokens of the samples that are sent together. A longer prompt is sent alone. The prompts must
         * have token ids. By default, the number is not limited.
         */
        public Builder batchTokens(int count) {
            batchTokens = OptionalInt.of(requireAtLeastOne("batchTokens", count));
            return mark("batchTokens");
        }

        /** Sets the order in which the samples of a query are sent. Default: {@link SampleOrder#ISSUED}. */
        public Builder order(SampleOrder sampleOrder) {
            order = Optional.of(sampleOrder);
            return mark("order");
        }

        /** Sets the number of warm-up requests to each server. Default: {@value Benchmark#DEFAULT_WARM_UPS}. */
        public Builder warmUps(int count) {
            if (count < 0) {
                throw new IllegalArgumentException("warmUps must be at least 0: got " + count);
            }
            warmUps = count;
            return mark("warmUps");
        }

        /**
         * Sets the maximum time until the servers are ready, and makes the benchmark wait for servers whose host is unknown. Without this
         * setting, an unknown host is reported immediately. The time also limits the first request to a server, a backend or an engine, and
         * the start and the warm-up of a backend or an engine. The default is 30 s for the wait for servers, and 30 minutes for backends
         * and engines. The default for the first request to a server is the timeout of {@link Endpoints}, or 1 minute if {@code Endpoints}
         * has no timeout.
         */
        public Builder readyTimeout(Duration limit) {
            readyTimeout = Optional.of(limit);
            return mark("readyTimeout");
        }

        /** Sets the scenarios that MLPerf LoadGen runs one after the other. */
        public Builder scenario(Scenario... inThisOrder) {
            scenarios = List.of(inThisOrder);
            return this;
        }

        /**
         * Sets a load generator that replaces LoadGen for {@link #scenario}. The generator uses LoadGen's settings, but its runs are not
         * MLPerf runs.
         */
        public Builder generator(GeneratorProvider provider, Map<String, String> options) {
            generator = Optional.of(new LoadGenScenario.OtherGenerator(provider, Map.copyOf(options)));
            return mark("generator");
        }

        /** Sets LoadGen's test mode. Default: {@link TestMode#PERFORMANCE_ONLY}. */
        public Builder mode(TestMode mode) {
            loadGen.mode = mode;
            return mark("mode");
        }

        /**
         * Sets LoadGen's target queries per second in the server scenario, or the expected samples per second in the offline scenario. In
         * the offline scenario, the default is an estimate from short runs.
         */
        public Builder targetQps(double rate) {
            loadGen.targetQps = OptionalDouble.of(LoadGenOptions.requireRate("targetQps", rate));
            return mark("targetQps");
        }

        /** Sets LoadGen's target rate for one of several scenarios. */
        public Builder targetQps(Scenario scenario, double rate) {
            loadGen.targetQps(scenario, LoadGenOptions.requireRate("targetQps", rate));
            return mark("targetQps");
        }

        /** Sets the minimum duration of a LoadGen run. Default: 10 s, as in LoadGen. */
        public Builder minDuration(Duration duration) {
            loadGen.minDuration = Optional.of(duration);
            return mark("minDuration");
        }

        /** Sets the minimum number of queries of a LoadGen run. Default: 100, as in LoadGen. */
        public Builder minQueries(long count) {
            loadGen.minQueries = OptionalLong.of(count);
            return mark("minQueries");
        }

        /** Sets LoadGen's limit for the time to first token in the server scenario. */
        public Builder ttftBound(Duration bound) {
            loadGen.ttftBound = Optional.of(bound);
            return mark("ttftBound");
        }

        /** Sets LoadGen's limit for the time per output token in the server scenario. */
        public Builder tpotBound(Duration bound) {
            loadGen.tpotBound = Optional.of(bound);
            return mark("tpotBound");
        }

        /** Sets LoadGen's limit for the latency in the server scenario. The limit applies to runs without token latencies. */
        public Builder latencyBound(Duration bound) {
            loadGen.latencyBound = Optional.of(bound);
            return mark("latencyBound");
        }

        /** Applies the settings of LoadGen's mlperf.conf for a model, such as {@code llama3_1-8b}. */
        public Builder mlperfModel(String name) {
            loadGen.mlperfModel = Optional.of(name);
            return mark("mlperfModel");
        }

        /** Sets the user.conf that LoadGen reads. Settings of this builder take precedence over the settings in this file. */
        public Builder userConf(Path file) {
            loadGen.userConf = Optional.of(file);
            return mark("userConf");
        }

        /** Sets all LoadGen settings. These settings replace the other LoadGen settings of this builder. */
        public Builder testSettings(TestSettings settings) {
            loadGen.testSettings = Optional.of(settings);
            scenarios = List.of(settings.scenario());
            return this;
        }

        /**
         * Sets a schedule as the load, without LoadGen.
         *
         * <pre>{@code
         * builder.load(Arrivals.poisson(20).during(Duration.ofMinutes(1)))
         * }</pre>
         */
        public Builder load(Schedule schedule) {
            return load("schedule", schedule, OptionalDouble.empty());
        }

        /**
         * Sets a schedule as the load, without LoadGen.
         *
         * @param name the name of the load in reports
         * @param ratePerSecond the planned samples per second; empty if no rate is planned
         */
        public Builder load(String name, Schedule schedule, OptionalDouble ratePerSecond) {
            this.schedule = Optional.of(settings ->
                    new SingleSchedule(name, schedule.scenario(), data -> schedule, ratePerSecond, settings.timing()));
            return this;
        }

        /** Replays the data set at the times in its column {@code at_s}. The times are multiplied by a factor: 0.5 is twice as fast. */
        public Builder replay(double timeScale) {
            return replay(Optional.empty(), timeScale);
        }

        /**
         * Replays requests at recorded times.
         *
         * @param trace the file with the times; if empty, the column {@code at_s} of the data set contains the times
         * @param timeScale the factor by which all times are multiplied; 0.5 is twice as fast
         */
        public Builder replay(Optional<Path> trace, double timeScale) {
            schedule = Optional.of(settings -> new SingleSchedule(
                    "replay",
                    Scenario.SERVER,
                    data -> Schedule.replay((trace.isPresent() ? RecordedTimes.in(trace.get()) : RecordedTimes.of(data))
                            .scaled(timeScale)),
                    OptionalDouble.empty(),
                    settings.timing()));
            return this;
        }

        /**
         * Sends the conversations of the data set. The starts of the conversations are Poisson arrivals. Each turn waits for the previous
         * response and then for the think time.
         *
         * @param startsPerSecond the mean number of conversations that start per second
         */
        public Builder sessions(double startsPerSecond, Duration thinkTime) {
            return sessions(Arrivals.poisson(startsPerSecond), Scenario.SERVER, thinkTime);
        }

        /**
         * Sends the conversations of the data set. When a conversation ends, the next conversation starts. Each turn waits for the previous
         * response and then for the think time.
         *
         * @param count the number of concurrent conversations
         */
        public Builder concurrentSessions(int count, Duration thinkTime) {
            return sessions(Concurrency.of(count), Scenario.SINGLE_STREAM, thinkTime);
        }

        private Builder sessions(LoadPattern starts, Scenario scenario, Duration thinkTime) {
            schedule = Optional.of(settings -> new SingleSchedule(
                    "sessions",
                    scenario,
                    data -> Schedule.sessions(RecordedTurns.of(data).sessions(thinkTime), starts),
                    OptionalDouble.empty(),
                    settings.timing()));
            return this;
        }

        /**
         * Sets a sweep as the load. A probe finds the saturation rate of the servers. Then the benchmark runs stages at increasing rates up
         * to the saturation rate.
         */
        public Builder sweep(Sweep rates) {
            schedule = Optional.of(settings -> new SweepLoad(rates, settings.seed, settings.busyWait));
            return this;
        }

        /**
         * Sets a search for the highest load that meets all limits. A search for a rate needs {@link #scenario} with
         * {@link Scenario#SERVER}, and ignores {@link #targetQps}. A search for a concurrency ({@link PeakSearch#hasWholeLevels}) runs a
         * closed loop without LoadGen, and needs limits that {@link #require} sets. {@link Benchmark#findPeak} runs the search.
         *
         * <pre>{@code
         * builder.scenario(Scenario.SERVER).ttftBound(Duration.ofSeconds(2)).peak(PeakSearch.builder().build()).build().findPeak()
         * }</pre>
         */
        public Builder peak(PeakSearch search) {
            peak = Optional.of(search);
            return this;
        }

        /** Continues the search for the peak in the output folder, without repeating runs. Default: false. */
        public Builder resume(boolean enabled) {
            resume = enabled;
            return mark("resume");
        }

        /** Sets the stages of an inference-perf profile as the load. The given source provides the prompts. */
        public Builder stages(StagedLoad load, PromptSource source) {
            schedule = Optional.of(settings -> new StagedSchedule(load));
            prompts = Optional.of(source);
            return this;
        }

        /** Sets the random seed for send times and sample order of schedules. Default: 0. */
        public Builder seed(long value) {
            seed = value;
            return mark("seed");
        }

        /** Enables busy waiting until the next scheduled send. Send times are more accurate, but one CPU is fully used. Default: false. */
        public Builder busyWait(boolean enabled) {
            busyWait = enabled;
            return mark("busyWait");
        }

        /**
         * Sets the slice of the schedule that this process sends. All processes have the same settings, except for the slice and the
         * servers. Together, they send the same schedule as one process without slices. {@link io.loadharness.report.SliceMerge} joins the
         * results of the slices. A limit of {@link #concurrency}, and a maximum number of connections to each server, are divided among the
         * slices. Default: the whole schedule.
         *
         * <pre>{@code
         * builder.load(Arrivals.poisson(300).during(Duration.ofMinutes(5))).slice(new Slice(0, 3)).startAt(start)
         * }</pre>
         */
        public Builder slice(Slice part) {
            slice = Optional.of(part);
            return mark("slice");
        }

        /**
         * Sets the wall-clock time at which the schedule starts, so that several processes start together. A run is invalid if it starts
         * more than 50 ms late, or if the delay is more than 1 % of the length of its schedule. Default: immediately.
         */
        public Builder startAt(Instant time) {
            startAt = Optional.of(time);
            return mark("startAt");
        }

        /**
         * Sets a signal that provides the start time of the schedule when all processes are ready. The signal replaces {@link #startAt} if
         * the start time is not known in advance. Default: none.
         */
        public Builder startOn(StartSignal signal) {
            startSignal = Optional.of(signal);
            return mark("startOn");
        }

        private SingleSchedule.Timing timing() {
            return new SingleSchedule.Timing(seed, busyWait, slice, startAt, startSignal);
        }

        /**
         * Sets the data set: a JSON, JSON Lines, CSV, Parquet, NumPy or pickle file. If the {@linkplain #engine(String, Path) engine} takes
         * tensors, this method has the effect of {@link #tensors}.
         */
        public Builder dataset(Path file) {
            dataset((ofModel, messages) -> new DatasetReader().read(file));
            datasetFile = Optional.of(file);
            return this;
        }

        /** Sets a data set that is loaded when the benchmark needs it. */
        public Builder dataset(DatasetSource source) {
            dataset = Optional.of(source);
            datasetFile = Optional.empty();
            return mark("dataset");
        }

        /** Sets synthetic prompts as the data. */
        public Builder workload(String name, SyntheticWorkload synthetic) {
            return dataset((ofModel, messages) -> Dataset.of(name, synthetic));
        }

        /**
         * Sets tensors as the data, for a {@link #backend} with a model that is not a language model. {@link TensorDataset#read} reads the
         * file when the benchmark starts.
         */
        public Builder tensors(Path file) {
            requests = Optional.of((expected, messages) -> {
                TensorDataset tensors = TensorDataset.read(file);
                tensors.unusedColumns().forEach(messages);
                expected.ifPresent(each -> each.mismatches(tensors).forEach(messages));
                return new RequestSet(tensors.name(), tensors.requests());
            });
            return mark("tensors");
        }

        /**
         * Sets the requests themselves as the data, one for each sample.
         *
         * @param name the name of the data in reports
         */
        public Builder requests(String name, List<InferenceRequest> all) {
            RequestSet set = new RequestSet(name, List.copyOf(all));
            if (all.isEmpty()) {
                throw new IllegalArgumentException("requests must not be empty");
            }
            requests = Optional.of((expected, messages) -> set);
            return mark("requests");
        }

        /** Sets the sample library (QSL) of {@link #systemUnderTest}. */
        public Builder library(QuerySampleLibrary samplesOfSystem) {
            library = Optional.of(samplesOfSystem);
            return this;
        }

        /** Sets the form of prompts: token ids or text. Default: token ids if the data set contains them, otherwise text. */
        public Builder promptForm(PromptForm form) {
            promptForm = Optional.of(form);
            return mark("promptForm");
        }

        /** Uses only the first {@code count} samples of the data. Default: all samples. */
        public Builder samples(int count) {
            samples = OptionalInt.of(requireAtLeastOne("samples", count));
            return mark("samples");
        }

        /** Sets the maximum number of output tokens of each request of {@link #stages}. Default: the number of the prompt source. */
        public Builder stageTokens(int maxTokens) {
            promptTokens = OptionalInt.of(maxTokens);
            return mark("stageTokens");
        }

        /** Sets the expected MLPerf data set. A message reports each difference between the data and the expected data set. */
        public Builder expectedDataset(MlperfDataset published) {
            expectedDataset = Optional.of(published);
            return mark("expectedDataset");
        }

        /**
         * Computes the accuracy after each accuracy run, and writes it to the folder of the run. A run whose accuracy is below its bound is
         * invalid. Requires {@link #mode} with {@link TestMode#ACCURACY_ONLY}. The targets are read before the run.
         *
         * <pre>{@code
         * builder.mode(TestMode.ACCURACY_ONLY)
         *     .accuracy(Accuracy.builder().model(MlperfDataset.RESNET50).targets(Path.of("val_map.txt")).build())
         * }</pre>
         */
        public Builder accuracy(Accuracy computation) {
            accuracy = Optional.of(computation);
            return mark("accuracy");
        }

        /** Sets the thresholds above which a run is reported as client-limited. */
        public Builder clientLimits(ClientLimits limits) {
            clientLimits = limits;
            return this;
        }

        /**
         * Sets the rules that decide if a run is valid. The rules also have defaults for the scenarios, the target rates, the maximum
         * number of tokens and the model. {@link #require}, {@link #minDuration} and {@link #minQueries} can relax a rule. In this case,
         * reports show the relaxed rules next to the name of the rules. Default: {@link RuleSet#MLPERF}.
         */
        public Builder rules(RuleSet set) {
            rules = set;
            return this;
        }

        /**
         * Adds requirements, such as {@code ttft.p99<2s} or {@code failure_rate<=1%}. A run that misses one of the requirements is invalid.
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

        /** Sets the folder for logs, records and reports. Default: {@code loadharness-logs/run-TIME}. */
        public Builder outputFolder(Path folder) {
            outputFolder = Optional.of(folder);
            return this;
        }

        /**
         * Sets the maximum time of the whole benchmark, from the start of the servers to the end of the last run. After this time, the
         * benchmark aborts the current run, starts no other run, and writes the reports. Default: no limit.
         *
         * @throws IllegalArgumentException if the time is not positive
         */
        public Builder maxTime(Duration time) {
            if (time.isZero() || time.isNegative()) {
                throw new IllegalArgumentException("maxTime must be positive: got " + time);
            }
            maxTime = Optional.of(time);
            return this;
        }

        /**
         * Sets the {@code *_lifecycle_metrics.json} files of inference-perf that the benchmark writes after {@link #stages}. Default: none.
         */
        public Builder lifecycleFiles(LifecycleFiles files) {
            lifecycleFiles = Optional.of(files);
            return this;
        }

        /**
         * Sets the folder for the result files of the rules. Default: the output folder if it is set, otherwise
         * {@code results/mlperf_datacenter}.
         */
        public Builder rulesFolder(Path folder) {
            rulesFolder = Optional.of(folder);
            return this;
        }

        /** Sets the name of this machine in the result file of the datacenter rules. Default: the host name. */
        public Builder nodeName(String name) {
            nodeName = Optional.of(name);
            return this;
        }

        /** Sets the list of settings that reports show. Default: the settings of this builder. */
        public Builder describedSettings(List<Setting> all) {
            describedSettings = Optional.of(List.copyOf(all));
            return this;
        }

        /** Enables or disables scraping of server metrics during runs. Default: enabled if the benchmark starts the servers. */
        public Builder serverMetrics(boolean enabled) {
            serverMetricsOff = !enabled;
            serverMetrics = enabled ? Optional.of(ServerMetricsOptions.DEFAULTS) : Optional.empty();
            return mark("serverMetrics");
        }

        /** Enables the scraping of server metrics during runs. The options configure the scraping. */
        public Builder serverMetrics(ServerMetricsOptions options) {
            serverMetricsOff = false;
            serverMetrics = Optional.of(options);
            return mark("serverMetrics");
        }

        /**
         * Sets the folders with programs that report device metrics, such as nvidia-smi. The format is that of the environment variable
         * PATH. Default: none.
         */
        public Builder devicePath(String folders) {
            devicePath = folders;
            return this;
        }

        /** Enables profiling of the servers and of the engines that have their own processes. A profiled LoadGen run is invalid. */
        public Builder serverProfile(ServerProfileOptions options) {
            serverProfile = Optional.of(options);
            return mark("serverProfile");
        }

        /** Sets the listener that receives progress and messages. */
        public Builder onProgress(BenchmarkListener receiver) {
            listener = receiver;
            return this;
        }

        /**
         * Builds the benchmark. The builder may be reused.
         *
         * @throws IllegalArgumentException if a setting is missing, or if settings contradict each other
         */
        public Benchmark build() {
            Builder copy = copy();
            copy.applyDefaultsOfRules();
            if (copy.endpoints.isEmpty()) {
                Endpoints built = copy.endpointSettings.build();
                copy.endpoints = hasEndpoint || servers.isPresent() ? Optional.of(built) : Optional.empty();
            }
            copy.requireOneTarget();
            copy.applyEngines();
            List<Load> loads = copy.loads();
            copy.checkSpread(loads);
            copy.requireRunsOfRules(loads);
            copy.requireSlicedLoad(loads.get(0));
            copy.shareConnections();
            copy.requireThatAllApply();
            if (!streaming && copy.hasServers() && !hasBackends()) {
                MeasurableTimes.withoutStreaming().check(requirements);
            }
            if (copy.hasSystem()) {
                MeasurableTimes.ofSystem().check(requirements);
            }
            return new Benchmark(copy);
        }

        /** Checks the engines. If they take tensors, the data set contains tensors. */
        private void applyEngines() {
            engines.forEach(EngineSetting::check);
            List<EngineSetting> ofTensors =
                    engines.stream().filter(EngineSetting::takesTensors).toList();
            List<EngineSetting> ofPrompts =
                    engines.stream().filter(each -> !ofTensors.contains(each)).toList();
            if (!ofTensors.isEmpty() && !ofPrompts.isEmpty()) {
                throw new IllegalArgumentException(ofTensors.get(0).title() + " takes tensors, but "
                        + ofPrompts.get(0).title() + " takes prompts: measure them in separate benchmarks");
            }
            if (!ofPrompts.isEmpty()) {
                requireNone(List.of("tensors"), "to " + ofPrompts.get(0).title() + ", which takes prompts");
            }
            if (!ofTensors.isEmpty() && requests.isEmpty()) {
                Path tensors = datasetFile.orElseThrow(() -> new IllegalArgumentException(
                        ofTensors.get(0).title() + " takes tensors: set dataset to a file with tensors, such as"
                                + " dataset(Path.of(\"images.npy\")), or set requests"));
                dataset = Optional.empty();
                explicitSettings.remove("dataset");
                tensors(tensors);
            }
        }

        /** Sets the defaults of the rules for the settings that the caller did not set. */
        private void applyDefaultsOfRules() {
            if (schedule.isEmpty() && scenarios.isEmpty()) {
                scenarios = rules.scenarios();
            }
            for (Scenario each : scenarios) {
                if (loadGen.hasDefaultRate(each) && !loadGen.isSizedByModel(each)) {
                    rules.targetQps(each).ifPresent(rate -> loadGen.targetQps(each, rate));
                }
            }
            if (!explicitSettings.contains("generation") && rules.maxTokens().isPresent()) {
                generation = GenerationParameters.builder()
                        .maxTokens(rules.maxTokens().getAsInt())
                        .temperature(0)
                        .build();
            }
        }

        /**
         * Returns the requirements of the caller. If the caller set a shorter minimum duration or a smaller number of queries than the
         * rules, this minimum also becomes a requirement.
         */
        List<String> effectiveRequirements() {
            List<String> all = new ArrayList<>(requirements);
            Optional<Duration> ruleDuration = rules.minDuration(requirements);
            loadGen.minDuration
                    .filter(own -> ruleDuration
                            .filter(required -> own.compareTo(required) < 0)
                            .isPresent())
                    .ifPresent(own -> all.add("duration>="
                            + (own.toMillis() % 1000 == 0 ? own.toSeconds() + "s" : own.toMillis() + "ms")));
            OptionalLong ruleSamples = rules.minSamples(requirements);
            loadGen.minQueries.stream()
                    .filter(own -> ruleSamples.isPresent() && own < ruleSamples.getAsLong())
                    .forEach(own -> all.add("samples>=" + own));
            return all;
        }

        private void requireSlicedLoad(Load load) {
            if (load instanceof LoadGenScenario) {
                requireNone(
                        SLICE_SETTINGS,
                        "to LoadGen, whose seeds are fixed: several LoadGens would send the same samples at the same times");
            } else if (load instanceof PeakLoad) {
                requireNone(SLICE_SETTINGS, "to a search for the peak, whose loads depend on earlier runs");
            } else if (load instanceof SweepLoad) {
                requireNone(SLICE_SETTINGS, "to a sweep, whose rates depend on what this process measured before");
            } else if (!(load instanceof SingleSchedule)) {
                requireNone(SLICE_SETTINGS, "to stages, whose runs start when the previous run ended");
            }
            if (workers.isPresent()) {
                requireNone(List.of("slice"), "to runs with workers (on), which send the whole load");
            }
            if (slice.isPresent() && concurrency.isPresent() && slice.get().shareOf(concurrency.getAsInt()) == 0) {
                throw new IllegalArgumentException("slice " + slice.get() + " has no share of a concurrency of "
                        + concurrency.getAsInt() + ": use fewer slices, or a higher concurrency");
            }
        }

        /** Limits the connections of this process to the share of its slice. Checks that each worker has a share. */
        private void shareConnections() {
            OptionalInt limit = endpoints.map(Endpoints::maxConnections).orElse(OptionalInt.empty());
            if (limit.isEmpty()) {
                return;
            }
            int total = limit.getAsInt();
            if (workers.isPresent() && total < workers.get().count()) {
                throw new IllegalArgumentException(
                        "a maximum of " + total + " connections to each server is less than one for each of "
                                + workers.get() + ": use fewer workers, or a higher maximum (--max-connections)");
            }
            if (slice.isPresent()) {
                int share = slice.get().shareOf(total);
                if (share == 0) {
                    throw new IllegalArgumentException("slice " + slice.get() + " has no share of a maximum of " + total
                            + " connections to each server: use fewer slices, or a higher maximum (--max-connections)");
                }
                endpoints = endpoints.map(each -> each.withMaxConnections(share));
            }
        }

        /**
         * Checks that the rules apply to all loads. If a rule set decides the verdict, it applies only to performance runs of its own
         * scenarios.
         */
        private void requireRunsOfRules(List<Load> loads) {
            if (rules.hasOwnVerdict()) {
                String allowed = "the rules '" + rules.id()
                        + "' (--rules) apply only to performance runs of the scenarios "
                        + rules.scenarios().stream().map(Scenario::loadGenName).collect(Collectors.joining(" and "))
                        + ": got ";
                if (loadGen.isAccuracy()) {
                    throw new IllegalArgumentException(allowed + "an accuracy run");
                }
                for (Load each : loads) {
                    if (!(each instanceof LoadGenScenario)) {
                        throw new IllegalArgumentException(allowed + "a schedule, " + each.description());
                    }
                    if (!rules.scenarios().contains(each.scenario())) {
                        throw new IllegalArgumentException(
                                allowed + each.scenario().loadGenName());
                    }
                }
            }
        }

        /** Checks that each explicit setting has an effect. */
        private void requireThatAllApply() {
            if (hasSystem()) {
                String target = client.isPresent() ? "to client" : "to systemUnderTest";
                requireNone(SERVER_SETTINGS, target);
                requireNone(List.of("serverProfile"), target);
                requireNone(BACKEND_SETTINGS, target);
            } else {
                requireNone(
                        List.of("tokenLatencies"),
                        "to servers and backends, which measure token latencies whenever tokens are counted");
            }
            if (hasBackends() && !hasServers()) {
                requireNone(SERVER_SETTINGS, backends.isEmpty() ? "to engine" : "to backend");
                if (backends.stream().allMatch(each -> each.process().isEmpty())) {
                    requireNone(List.of("serverProfile"), "without servers and without engines in their own processes");
                }
                serverProfile
                        .map(ServerProfileOptions::profile)
                        .flatMap(Profiling::engineProblem)
                        .ifPresent(problem -> {
                            throw new IllegalArgumentException(problem);
                        });
            }
            if (requests.isPresent()) {
                requireNone(
                        List.of("dataset", "promptForm"),
                        "if requests or tensors are set, because they replace the data set");
                if (explicitSettings.contains("requests")) {
                    requireNone(List.of("expectedDataset"), "if requests are set, because they replace the data set");
                }
            }
            if (accuracy.isPresent() && loadGen.testSettings.isEmpty() && loadGen.mode == TestMode.PERFORMANCE_ONLY) {
                throw new IllegalArgumentException(
                        "accuracy needs an accuracy run, because only its log has all responses:"
                                + " set mode(TestMode.ACCURACY_ONLY)");
            }
            if (hasEndpoints) {
                requireNone(List.of("model", "apiKey", "dialect"), "to endpoints, where Endpoints.builder() sets it");
            }
            if (prompts.isPresent()) {
                requireNone(
                        List.of("dataset", "requests", "tensors", "promptForm", "samples"),
                        "to stages, which have their own prompts");
                requireNone(SCHEDULE_SETTINGS, "to stages, which have their own seed and never wait busily");
            } else {
                requireNone(List.of("stageTokens"), "without stages");
            }
            if (peak.isEmpty()) {
                requireNone(List.of("resume"), "without a search for the peak");
            }
            if (schedule.isPresent() || peak.filter(PeakSearch::hasWholeLevels).isPresent()) {
                requireNone(LOADGEN_SETTINGS, "to a schedule, which LoadGen does not run");
            } else {
                requireNone(SCHEDULE_SETTINGS, "to LoadGen scenarios (testSettings sets LoadGen's seeds)");
            }
        }

        private void requireNone(List<String> names, String to) {
            names.stream().filter(explicitSettings::contains).findFirst().ifPresent(name -> {
                throw new IllegalArgumentException(name + " does not apply " + to + ": remove " + name);
            });
        }

        /** Returns true if the caller explicitly required token counts. */
        boolean requiresCounts() {
            return countsTokens && explicitSettings.contains("countTokens");
        }

        /** Returns true if the target is a system under test: of the caller or of a client. */
        boolean hasSystem() {
            return system.isPresent() || client.isPresent();
        }

        private boolean hasServers() {
            return servers.isPresent() || endpoints.isPresent();
        }

        private boolean hasBackends() {
            return !backends.isEmpty() || !engines.isEmpty();
        }

        private void requireOneTarget() {
            long targets = Stream.of(hasServers() || hasBackends(), system.isPresent(), client.isPresent())
                    .filter(each -> each)
                    .count();
            if (targets != 1) {
                throw new IllegalArgumentException((targets > 1 ? "more than one target is set" : "no target is set")
                        + ": set endpoint, servers, engine or backend, or set systemUnderTest, or set client");
            }
            if (hasServers() && hasBackends() && workers.isPresent()) {
                throw new IllegalArgumentException(
                        "workers (--on) cannot be combined with engines or other backends: remove on(...) (--on) or"
                                + " engine(...) and backend(...) (--engine, --engine-command)");
            }
            if (hasEndpoint && hasEndpoints) {
                throw new IllegalArgumentException("endpoint and endpoints both name the servers: use one of them");
            }
            if (servers.isPresent()
                    && endpoints.filter(each -> !each.urls().isEmpty()).isPresent()) {
                throw new IllegalArgumentException(
                        "both servers to start and endpoints with URLs are set: use one of them");
            }
            if (client.isPresent() && library.isPresent()) {
                throw new IllegalArgumentException(
                        "library does not apply to client, which has its own samples: remove library");
            }
            if (client.isEmpty() && system.isPresent() != library.isPresent()) {
                throw new IllegalArgumentException(
                        "systemUnderTest and library must be set together: one of them is missing");
            }
            if (system.isPresent() && dataset.isPresent()) {
                throw new IllegalArgumentException(
                        "dataset does not apply to systemUnderTest, which takes its samples from library: remove"
                                + " dataset");
            }
        }

        /** Creates the loads of one benchmark. Each benchmark needs new loads, because loads keep state from the data. */
        List<Load> loads() {
            if (schedule.isPresent() && !scenarios.isEmpty()) {
                throw new IllegalArgumentException(
                        "both a scenario and a schedule are set as the load: use one of them");
            }
            if (schedule.isPresent() && generator.isPresent()) {
                throw new IllegalArgumentException(
                        "generator applies only to LoadGen scenarios, but a schedule is set: remove one of them");
            }
            if (peak.isPresent()) {
                return List.of(peakLoad(peak.get()));
            }
            if (schedule.isPresent()) {
                return List.of(schedule.get().load(this));
            }
            if (scenarios.isEmpty()) {
                throw new IllegalArgumentException(
                        "no load is set: use scenario(Scenario.SERVER) for LoadGen, or load(...) for a schedule");
            }
            if (new HashSet<>(scenarios).size() < scenarios.size()) {
                throw new IllegalArgumentException("each scenario can be set only once: got " + scenarios);
            }
            loadGen.ruleDuration = rules.minDuration(requirements);
            loadGen.ruleSamples = rules.minSamples(requirements);
            scenarios.forEach(loadGen::check);
            if (generator.isPresent()
                    && scenarios.contains(Scenario.OFFLINE)
                    && loadGen.hasDefaultRate(Scenario.OFFLINE)) {
                throw new IllegalArgumentException(
                        "scenario OFFLINE with another generator requires targetQps, such as" + " targetQps(20)");
            }
            return scenarios.stream()
                    .<Load>map(scenario -> new LoadGenScenario(loadGen, generator, scenario))
                    .toList();
        }

        private PeakLoad peakLoad(PeakSearch search) {
            if (schedule.isPresent()) {
                throw new IllegalArgumentException("a search for the peak sets the load itself: remove the schedule");
            }
            if (loadGen.isAccuracy()) {
                throw new IllegalArgumentException(
                        "a search for the peak needs performance runs, but this is an accuracy run: remove the mode");
            }
            if (loadGen.testSettings.isPresent()) {
                throw new IllegalArgumentException("a search for the peak changes the rate, which testSettings fixes:"
                        + " use scenario, ttftBound and the other settings in place of testSettings");
            }
            if (search.hasWholeLevels()) {
                if (!scenarios.isEmpty() || generator.isPresent()) {
                    throw new IllegalArgumentException(
                            "a search for a concurrency is a closed loop without LoadGen: remove the scenario, or"
                                    + " search for a rate");
                }
                if (requirements.isEmpty()) {
                    throw new IllegalArgumentException(
                            "a search for a concurrency needs a limit: set require (--require), such as ttft.p99<2s");
                }
                return new PeakLoad(search, Optional.empty(), seed, resume);
            }
            if (!scenarios.equals(List.of(Scenario.SERVER))) {
                throw new IllegalArgumentException(
                        "a search for a rate needs the scenario SERVER and no other scenario: got " + scenarios);
            }
            return new PeakLoad(
                    search, Optional.of(new LoadGenScenario(loadGen, generator, Scenario.SERVER)), seed, resume);
        }

        private void checkSpread(List<Load> loads) {
            if ((routing == Routing.WEIGHTED) == weights.isEmpty()) {
                throw new IllegalArgumentException(
                        "routing WEIGHTED and weights must be set together: one of them is missing");
            }
            int replicas = backends.size()
                    + engines.size()
                    + servers.map(each -> each.spec().replicas())
                            .or(() -> endpoints.map(each -> each.urls().size()))
                            .orElse(0);
            if (!weights.isEmpty() && weights.size() != replicas) {
                throw new IllegalArgumentException("there are " + weights.size() + " weights for " + replicas
                        + " servers and engines: set one weight for each");
            }
            if (workers.isPresent() && isBatched()) {
                throw new IllegalArgumentException(
                        "batchSize (--batch-size) and batchTokens (--batch-tokens) do not apply"
                                + " to workers, which receive one sample per message: remove them, or run without workers"
                                + " (--on)");
            }
            int count = workers.map(Workers::count).orElse(1);
            if (concurrency.isPresent() && concurrency.getAsInt() < count) {
                throw new IllegalArgumentException("concurrency (--concurrency) is shared equally by the workers: it"
                        + " must be at least " + count + ", the number of workers, but it is "
                        + concurrency.getAsInt());
            }
            if (loads.stream().noneMatch(Load::hasLargeQueries)
                    && (batchSize.isPresent() || batchTokens.isPresent() || order.isPresent())) {
                throw new IllegalArgumentException("batchSize, batchTokens and order do not apply to "
                        + loads.get(0).name() + ", where each query has one sample: remove them");
            }
        }

        /** Returns true if a request can have several samples. */
        boolean isBatched() {
            return batchSize.orElse(batchTokens.isPresent() ? Integer.MAX_VALUE : 1) > 1;
        }

        /** Returns the rules that distribute the samples of a load over the servers. */
        Spread spread(Load load) {
            OptionalInt tokens = load.hasLargeQueries() ? batchTokens : OptionalInt.empty();
            int together = load.hasLargeQueries() ? batchSize.orElse(tokens.isPresent() ? Integer.MAX_VALUE : 1) : 1;
            return new Spread(
                    routing,
                    weights,
                    concurrency.isPresent() ? share(concurrency.getAsInt()) : usualConcurrency(load, together),
                    concurrency.isEmpty(),
                    workers.map(Workers::count).orElse(1),
                    together,
                    tokens,
                    load.hasLargeQueries() ? order.orElse(SampleOrder.ISSUED) : SampleOrder.ISSUED);
        }

        private OptionalInt share(int limit) {
            return OptionalInt.of(slice.isPresent() ? slice.get().shareOf(limit) : limit);
        }

        private static OptionalInt usualConcurrency(Load load, int together) {
            return together == 1 && load.scenario() == Scenario.OFFLINE && load.hasLargeQueries()
                    ? OptionalInt.of(BenchmarkSession.OFFLINE_CONCURRENCY)
                    : OptionalInt.empty();
        }

        /** Returns the settings that reports show if the caller did not set {@link #describedSettings}. */
        List<Setting> describe() {
            List<Setting> all = new ArrayList<>();
            endpoints.ifPresent(each -> each.urls().forEach(url -> add(all, "endpoint", url)));
            client.ifPresent(each -> {
                add(all, "client", each.name());
                new TreeMap<>(each.options()).forEach((name, value) -> add(all, "client." + name, value));
            });
            engines.forEach(each -> {
                add(all, "engine", each.name());
                each.options().forEach((name, value) -> add(all, "engine." + name, EngineSetting.shown(name, value)));
            });
            workers.ifPresent(each -> add(all, "on", each));
            scenarios.forEach(each -> add(all, "scenario", each));
            if (!scenarios.isEmpty()) {
                loadGen.describe(scenarios, (name, value) -> add(all, name, value));
            }
            add(all, "streaming", streaming);
            add(all, "countTokens", countsTokens);
            generation.maxTokens().ifPresent(each -> add(all, "generation.maxTokens", each));
            add(all, "routing", routing);
            slice.ifPresent(each -> add(all, "slice", each));
            startAt.ifPresent(each -> add(all, "startAt", each));
            concurrency.ifPresent(each -> add(all, "concurrency", each));
            batchSize.ifPresent(each -> add(all, "batchSize", each));
            batchTokens.ifPresent(each -> add(all, "batchTokens", each));
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

        Builder copy() {
            try {
                Builder copy = (Builder) clone();
                copy.loadGen = loadGen.copy();
                copy.explicitSettings = new HashSet<>(explicitSettings);
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
