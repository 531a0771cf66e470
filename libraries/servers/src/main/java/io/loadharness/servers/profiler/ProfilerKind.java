// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The profilers that there are. */
public enum ProfilerKind {
    /** NVIDIA Nsight Systems: wraps the server, and is started and stopped by its session. */
    NSYS("nsys"),
    /** The profiler of PyTorch, which vLLM and SGLang start and stop when they are asked to. */
    TORCH(null),
    /** AMD's rocprofv3: wraps the server, and watches it from its start to its end. */
    ROCPROF("rocprofv3"),
    /** Any command. */
    COMMAND(null);

    private final @Nullable String program;

    ProfilerKind(@Nullable String program) {
        this.program = program;
    }

    /** The program that stands before the command line of a server; empty if the server is started as without the profiler. */
    public Optional<String> program() {
        return Optional.ofNullable(program);
    }

    /** Whether it can be started and stopped while a server works; otherwise it watches it from its start to its end. */
    public boolean isStarted() {
        return this != ROCPROF;
    }

    /** What users call it. */
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
