// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.stream.Stream;

/** A number that a server tells while it starts. The id is the name of the place in the lines of the patterns. */
public enum Fact {

    /** Time to fetch the weights from elsewhere. */
    DOWNLOAD_TIME("download_time", "download of the weights", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Size of the files of the weights. */
    CHECKPOINT_SIZE("checkpoint_size", "checkpoint", Unit.BYTES, Merge.LAST, Merge.LARGEST),
    /** Time to read the weights. */
    WEIGHTS_TIME("weights_time", "reading of the weights", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Memory that the model takes, over all processes. */
    LOAD_SIZE("load_size", "model in memory", Unit.BYTES, Merge.SUM, Merge.SUM),
    /** Time to load the model, of the slowest process. */
    LOAD_TIME("load_time", "loading of the model", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Time of Dynamo. */
    DYNAMO("dynamo_bytecode_transform", "Dynamo", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Time to load compiled graphs from the cache. */
    CACHED_GRAPHS(
            "load_cached_compiled_graph", "compiled graphs from the cache", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Time to compile graphs. */
    COMPILED_GRAPHS("compile_graph", "compilation of graphs", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Time of torch.compile as a whole. */
    TORCH_COMPILE("torch_compile", "torch.compile", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Time of torch.compile and the first run, of versions that tell of both together. */
    COMPILE_AND_PROFILING(
            "torch_compile_and_profiling", "torch.compile and first run", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Time to find out how much memory is left. */
    MEMORY_PROFILING("memory_profiling", "profiling of memory", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Free memory of the fullest device at the beginning. */
    INITIAL_FREE("initial_free", "free memory at the beginning", Unit.BYTES, Merge.LAST, Merge.SMALLEST),
    /** Free memory of the fullest device after profiling. */
    AFTER_FREE("after_free", "free memory after profiling", Unit.BYTES, Merge.LAST, Merge.SMALLEST),
    /** Memory for the KV cache, over all processes. */
    KV_CACHE_MEMORY("kv_cache_memory", "memory for the KV cache", Unit.BYTES, Merge.LAST, Merge.SUM),
    /** Tokens that fit into the KV cache. */
    KV_CACHE_TOKENS("kv_cache_tokens", "tokens in the KV cache", Unit.COUNT, Merge.LAST, Merge.SUM),
    /** Requests of the greatest length that fit into the KV cache. */
    MAX_CONCURRENCY("max_concurrency", "longest requests at a time", Unit.COUNT, Merge.LAST, Merge.SMALLEST),
    /** Time to capture graphs. */
    GRAPH_CAPTURE("graph_capture", "capture of graphs", Unit.SECONDS, Merge.SUM, Merge.LARGEST),
    /** Memory that captured graphs take, over all processes. */
    GRAPH_MEMORY("graph_memory", "memory of captured graphs", Unit.BYTES, Merge.SUM, Merge.SUM),
    /** Time of the engine from the profiling to the end of its warm-up, as it says itself. */
    INIT_ENGINE("init_engine", "profiling, KV cache and warm-up", Unit.SECONDS, Merge.LAST, Merge.LARGEST);

    /** What a number counts. */
    public enum Unit {
        /** Seconds. */
        SECONDS,
        /** Bytes. */
        BYTES,
        /** Things. */
        COUNT
    }

    private final String id;
    private final String title;
    private final Unit unit;
    private final Merge inAProcess;
    private final Merge ofProcesses;

    Fact(String id, String title, Unit unit, Merge inAProcess, Merge ofProcesses) {
        this.id = id;
        this.title = title;
        this.unit = unit;
        this.inAProcess = inAProcess;
        this.ofProcesses = ofProcesses;
    }

    /** What becomes of two values. */
    private enum Merge {
        SUM,
        LARGEST,
        SMALLEST,
        LAST;

        private double of(double one, double next) {
            return switch (this) {
                case SUM -> one + next;
                case LARGEST -> Math.max(one, next);
                case SMALLEST -> Math.min(one, next);
                case LAST -> next;
            };
        }
    }

    static Stream<Fact> all() {
        return Stream.of(values());
    }

    /** As in JSON and in the patterns. */
    public String id() {
        return id;
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** What it is measured in. */
    public Unit unit() {
        return unit;
    }

    /** Two values that one process tells, the second one later, as one. */
    double inAProcess(double one, double next) {
        return inAProcess.of(one, next);
    }

    /** The values of two processes as one. */
    double ofProcesses(double one, double other) {
        return ofProcesses.of(one, other);
    }
}
