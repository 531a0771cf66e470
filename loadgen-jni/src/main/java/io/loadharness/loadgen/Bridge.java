// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Const;
import org.bytedeco.javacpp.annotation.CriticalRegion;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The native methods; {@code loadgen_bridge.h} documents each of them. They do not check their arguments. Only {@code destroy()} frees a
 * native object. Methods with array parameters run in a critical region, which pins the arrays. Without this region, the JVM would copy the
 * arrays. If it could not allocate a copy, native code would write to address 0.
 */
@Platform(
        include = "loadgen_bridge.h",
        link = "loadgen_bridge",
        library = "jniloadgen",
        define = "STRING_BYTES_CHARSET \"UTF-8\"")
@Namespace("loadharness")
final class Bridge {

    static {
        NativeLibrary.loadBridge();
    }

    private Bridge() {}

    /** Initializes this class, which loads the native libraries. */
    static void initialize() {}

    /**
     * Encodes a string for native code. The caller closes the returned pointer. Native methods do not have {@code String} parameters,
     * because JavaCPP's native code would encode a string with a call back into Java. If no stack was left for this call, the JVM would
     * exit.
     */
    private static BytePointer text(String text) {
        return new BytePointer(text, StandardCharsets.UTF_8);
    }

    private static void requireMemory(boolean was) {
        if (!was) {
            throw new OutOfMemoryError("not enough native memory for the settings of LoadGen");
        }
    }

    /** Values of {@link NativeRun#outcome}. */
    static final int ENDED = 0;

    static final int ABORTED = 1;

    /** Values of {@link NativeSteps#next}: the callback that LoadGen requests, or {@code OVER} after the last one. */
    static final int OVER = 0;

    static final int ISSUE_SAMPLE = 1;
    static final int ISSUE_SAMPLES = 2;
    static final int ISSUE_BATCH = 3;
    static final int FLUSH_QUERIES = 4;
    static final int LOAD_SAMPLES = 5;
    static final int UNLOAD_SAMPLES = 6;

    /** Return values of those methods of {@link NativeResponses} that pass responses or copy samples. */
    static final int ACCEPTED = 0;

    static final int CLOSED = 1;
    static final int TOO_MANY_THREADS = 2;
    static final int ALREADY_COMPLETE = 3;
    static final int OUT_OF_MEMORY = 4;

    /** Counters of {@link NativeResponses#count}. */
    static final int COMPLETED_SAMPLES = 0;

    static final int FAILED_SAMPLES = 1;
    static final int FIRST_TOKENS = 2;
    static final int EMPTY_RESPONSES = 3;
    static final int WITHOUT_FIRST_TOKEN = 4;
    static final int WITHOUT_TOKENS = 5;

    /** One run of LoadGen. Each run has its own copy of the native LoadGen library. */
    @Name("Run")
    @NoException
    static final class NativeRun extends Pointer {

        static {
            NativeLibrary.loadBridge();
        }

        private static final int NO_MEMORY = -1;

        private NativeRun() {}

        /**
         * Loads a copy of LoadGen.
         *
         * @throws IllegalStateException if LoadGen cannot be loaded
         */
        static NativeRun of(String engineLibrary) {
            try (BytePointer library = text(engineLibrary)) {
                NativeRun run = load(library);
                if (run == null) {
                    throw new IllegalStateException("cannot load LoadGen: " + loadFailure());
                }
                return run;
            }
        }

        private static native @Nullable NativeRun load(@Cast("const char*") BytePointer engineLibrary);

        @Cast("const char*")
        private static native String loadFailure();

        native void destroy();

        @Cast("const char*")
        native String loadGenVersion();

        @Cast("const char*")
        native String mlperfConf();

        native void setScenario(int scenario);

        int applyConfig(String path, String model, String scenario, int type) {
            try (BytePointer pathText = text(path);
                    BytePointer modelText = text(model);
                    BytePointer scenarioText = text(scenario)) {
                int code = applyConfig(pathText, modelText, scenarioText, type);
                requireMemory(code != NO_MEMORY);
                return code;
            }
        }

        private native int applyConfig(
                @Cast("const char*") BytePointer path,
                @Cast("const char*") BytePointer model,
                @Cast("const char*") BytePointer scenario,
                int type);

        static native int settingCount();

        @Cast("const char*")
        static native String settingName(int field);

        @Cast("bool")
        static native boolean isRealSetting(int field);

        native double realSetting(int field);

        native long wholeSetting(int field);

        native void setRealSetting(int field, double value);

        native void setWholeSetting(int field, long value);

        void setLogFiles(String directory, String prefix, String suffix) {
            try (BytePointer directoryText = text(directory);
                    BytePointer prefixText = text(prefix);
                    BytePointer suffixText = text(suffix)) {
                requireMemory(setLogFiles(directoryText, prefixText, suffixText));
            }
        }

        @Cast("bool")
        private native boolean setLogFiles(
                @Cast("const char*") BytePointer directory,
                @Cast("const char*") BytePointer prefix,
                @Cast("const char*") BytePointer suffix);

        native void setLogOptions(
                @Cast("bool") boolean detailToStdout,
                @Cast("bool") boolean summaryToStdout,
                @Cast("bool") boolean trace);

        void setSystem(String name) {
            try (BytePointer text = text(name)) {
                requireMemory(setSystem(text));
            }
        }

        @Cast("bool")
        private native boolean setSystem(@Cast("const char*") BytePointer name);

        void setLibrary(String name, long totalSamples, long performanceSamples) {
            try (BytePointer text = text(name)) {
                requireMemory(setLibrary(text, totalSamples, performanceSamples));
            }
        }

        @Cast("bool")
        private native boolean setLibrary(
                @Cast("const char*") BytePointer name, long totalSamples, long performanceSamples);

        native int outcome();

        @Cast("const char*")
        native String failure();

        native void openGate(long memory, @Cast("bool") boolean readsResponses);

        static native void end(long run);

        static native void shut(long run);

        native void closeLogs();

        @Cast("bool")
        native boolean asks();

        native void enlist();

        @CriticalRegion
        static native void copySamples(long samples, long[] idsAndIndices, int count);

        @CriticalRegion
        static native void copyIndices(long indices, int[] to, int count);
    }

    /** The calls that pass responses to a run. */
    @Name("Responses")
    @NoException
    static final class NativeResponses extends Pointer {

        static {
            NativeLibrary.loadBridge();
        }

        private NativeResponses() {}

        static native int gateSize();

        static native long count(long gate, int what);

        static native int start(long gate, long id, long data, long size);

        static native int complete(long gate, long id, long data, long size, long tokens);

        /**
         * Completes a sample with a part of an array. The array is pinned only for a short time, because LoadGen copies the response
         * without waiting.
         */
        @CriticalRegion
        static native int completeWithBytes(
                long gate, long id, @Cast("const signed char*") byte[] array, int offset, int size, long tokens);

        /** Does the same as {@link #completeWithBytes} with an array of integers. */
        @CriticalRegion
        static native int completeWithInts(long gate, long id, @Const int[] array, int offset, int count, long tokens);

        static native int fail(long gate, long id);

        @CriticalRegion
        static native int completeAll(long gate, @Const long[] ids, int count);

        @CriticalRegion
        static native int copyBatch(long gate, long number, long[] idsAndIndices);

        static native int completeBatch(long gate, long number, int count);
    }

    /** Runs LoadGen on one thread. Each call of {@link #next} runs LoadGen until it requests a callback or ends. */
    @Name("Steps")
    @NoException
    static final class NativeSteps extends Pointer {

        static {
            NativeLibrary.loadBridge();
        }

        private NativeSteps() {}

        /** Creates a stack for LoadGen; returns null if the stack cannot be allocated. */
        static @Nullable NativeSteps prepare(NativeRun run, long numbers, String auditConfig, boolean runner) {
            try (BytePointer text = text(auditConfig)) {
                return prepare(run, numbers, text, runner);
            }
        }

        private static native @Nullable NativeSteps prepare(
                NativeRun run,
                long numbers,
                @Cast("const char*") BytePointer auditConfig,
                @Cast("bool") boolean runner);

        native void destroy();

        static native int next(long steps);
    }
}
