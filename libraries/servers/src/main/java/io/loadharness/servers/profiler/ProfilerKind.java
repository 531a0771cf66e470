// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The supported profilers. */
public enum ProfilerKind {
    /**
     * NVIDIA Nsight Systems. Its program wraps the command line of the server. Commands to the profiler session start and stop the
     * collection.
     */
    NSYS("nsys"),
    /** PyTorch's profiler. HTTP requests to vLLM and SGLang start and stop this profiler. */
    TORCH(null),
    /**
     * AMD's rocprofv3. This program wraps the command line of the server. The profiler is active from the start of the server to its end.
     */
    ROCPROF("rocprofv3"),
    /** A custom command. */
    COMMAND(null);

    private final @Nullable String program;

    ProfilerKind(@Nullable String program) {
        this.program = program;
    }

    /** Returns the program that wraps the command line of a server; empty if no program wraps the command line. */
    public Optional<String> program() {
        return Optional.ofNullable(program);
    }

    /** Returns true if the profiler can start and stop during a run; false if it is active from the server's start to its end. */
    public boolean isStarted() {
        return this != ROCPROF;
    }

    /** Returns the name for users, such as {@code nsys}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    Profiler profiler(Profile profile) {
        return switch (this) {
            case NSYS -> new NsysProfiler(profile);
            case TORCH -> new TorchProfiler();
            case ROCPROF -> new RocprofProfiler(profile);
            case COMMAND -> new CommandProfiler(profile);
        };
    }
}
