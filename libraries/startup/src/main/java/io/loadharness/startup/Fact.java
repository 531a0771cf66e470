// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.stream.Stream;

/** A number that a server logs during its start. The id of a fact is its field name in pattern templates. */
public enum Fact {

    /** Time to download the weights. */
    DOWNLOAD_TIME("download_time", "downloading the weights", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Size of the weight files. */
    CHECKPOINT_SIZE("checkpoint_size", "checkpoint", Unit.BYTES, Merge.LAST, Merge.MAX),
    /** Time to read the weights. */
    WEIGHTS_TIME("weights_time", "reading the weights", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Memory of the model; the sum over all processes. */
    LOAD_SIZE("load_size", "model in memory", Unit.BYTES, Merge.SUM, Merge.SUM),
    /** Time to load the model; the maximum over all processes. */
    LOAD_TIME("load_time", "loading the model", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Time that Dynamo takes to transform bytecode. */
    DYNAMO("dynamo_bytecode_transform", "Dynamo", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Time to load compiled graphs from the cache. */
    CACHED_GRAPHS("load_cached_compiled_graph", "compiled graphs from the cache", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Time to compile graphs. */
    COMPILED_GRAPHS("compile_graph", "compiling graphs", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Total time of torch.compile. */
    TORCH_COMPILE("torch_compile", "torch.compile", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Total time of torch.compile and the first run. Some versions of vLLM log only this sum. */
    COMPILE_AND_PROFILING(
            "torch_compile_and_profiling", "torch.compile and first run", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Time of memory profiling. */
    MEMORY_PROFILING("memory_profiling", "memory profiling", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Free memory at the start; the minimum over all devices. */
    INITIAL_FREE("initial_free", "free memory at the start", Unit.BYTES, Merge.LAST, Merge.MIN),
    /** Free memory after profiling; the minimum over all devices. */
    AFTER_FREE("after_free", "free memory after profiling", Unit.BYTES, Merge.LAST, Merge.MIN),
    /** Memory for the KV cache; the sum over all processes. */
    KV_CACHE_MEMORY("kv_cache_memory", "memory for the KV cache", Unit.BYTES, Merge.LAST, Merge.SUM),
    /** Capacity of the KV cache in tokens. */
    KV_CACHE_TOKENS("kv_cache_tokens", "tokens in the KV cache", Unit.COUNT, Merge.LAST, Merge.SUM),
    /** Number of requests of maximum length that fit into the KV cache. */
    MAX_CONCURRENCY("max_concurrency", "maximum concurrency", Unit.COUNT, Merge.LAST, Merge.MIN),
    /** Time to capture graphs. */
    GRAPH_CAPTURE("graph_capture", "capturing graphs", Unit.SECONDS, Merge.SUM, Merge.MAX),
    /** Memory of captured graphs; the sum over all processes. */
    GRAPH_MEMORY("graph_memory", "memory of captured graphs", Unit.BYTES, Merge.SUM, Merge.SUM),
    /** Time from the start of profiling to the end of the warm-up, as the engine logs it. */
    INIT_ENGINE("init_engine", "profiling, KV cache and warm-up", Unit.SECONDS, Merge.LAST, Merge.MAX);

    /** The unit of a fact. */
    public enum Unit {
        /** Seconds. */
        SECONDS,
        /** Bytes. */
        BYTES,
        /** A number without a unit. */
        COUNT
    }

    private final String id;
    private final String title;
    private final Unit unit;
    private final Merge inProcess;
    private final Merge acrossProcesses;

    Fact(String id, String title, Unit unit, Merge inProcess, Merge acrossProcesses) {
        this.id = id;
        this.title = title;
        this.unit = unit;
        this.inProcess = inProcess;
        this.acrossProcesses = acrossProcesses;
    }

    /** The rule for combining two values. */
    private enum Merge {
        SUM,
        MAX,
        MIN,
        LAST;

        private double of(double one, double next) {
            return switch (this) {
                case SUM -> one + next;
                case MAX -> Math.max(one, next);
                case MIN -> Math.min(one, next);
                case LAST -> next;
            };
        }
    }

    static Stream<Fact> all() {
        return Stream.of(values());
    }

    /** Returns the id in JSON and in patterns. */
    public String id() {
        return id;
    }

    /** Returns the title in reports. */
    public String title() {
        return title;
    }

    /** Returns the unit. */
    public Unit unit() {
        return unit;
    }

    /** Combines two values of one process. The process logged the second value later. */
    double inProcess(double one, double next) {
        return inProcess.of(one, next);
    }

    /** Combines the values of two processes. */
    double acrossProcesses(double one, double other) {
        return acrossProcesses.of(one, other);
    }
}
