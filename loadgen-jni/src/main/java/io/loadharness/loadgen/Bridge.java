package io.loadharness.loadgen;

import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Const;
import org.bytedeco.javacpp.annotation.CriticalRegion;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoDeallocator;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;

/**
 * The native side, name by name; {@code loadgen_bridge.h} says what each method does. Nothing here checks anything. The native
 * objects are freed by {@code destroy()} and by nothing else.
 */
@Platform(
        include = "loadgen_bridge.h",
        link = "loadgen_bridge",
        library = "jniloadgen",
        define = "STRING_BYTES_CHARSET \"UTF-8\"")
@Namespace("loadharness")
final class Bridge {

    static {
        Loader.load();
    }

    private Bridge() {}

    /** How {@link NativeRun#outcome} says that a run went. */
    static final int ENDED = 0;

    static final int ABORTED = 1;

    /** What {@link NativeSteps#next} asks for. */
    static final int OVER = 0;

    static final int ISSUE_SAMPLE = 1;
    static final int ISSUE_BATCH = 2;
    static final int FLUSH_QUERIES = 3;
    static final int LOAD_SAMPLES = 4;
    static final int UNLOAD_SAMPLES = 5;

    /** One run with a private copy of LoadGen. */
    @Name("Run")
    @NoException
    static final class NativeRun extends Pointer {

        static {
            Loader.load();
        }

        NativeRun(String engineLibrary) {
            allocate(engineLibrary);
        }

        @NoDeallocator
        @NoException(false)
        private native void allocate(@Cast("const char*") String engineLibrary);

        native void destroy();

        @Cast("const char*")
        native String loadGenVersion();

        @Cast("const char*")
        native String mlperfConf();

        native void setScenario(int scenario);

        native int applyConfig(
                @Cast("const char*") String path,
                @Cast("const char*") String model,
                @Cast("const char*") String scenario,
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

        native void setLogFiles(
                @Cast("const char*") String directory,
                @Cast("const char*") String prefix,
                @Cast("const char*") String suffix,
                @Cast("bool") boolean prefixWithDatetime);

        native void setLogOptions(
                @Cast("bool") boolean detailToStdout,
                @Cast("bool") boolean summaryToStdout,
                long pollIntervalMillis,
                @Cast("bool") boolean trace);

        native void setSystem(@Cast("const char*") String name);

        native void setLibrary(@Cast("const char*") String name, long totalSamples, long performanceSamples);

        native int outcome();

        @Cast("const char*")
        native String failure();

        native void abort();

        native void enlist();

        @Cast("bool")
        static native boolean complete(long run, long id, long data, long size, long tokens);

        /** LoadGen copies the answer and waits for nobody, so the array is pinned for the time of a copy. */
        @CriticalRegion
        @Cast("bool")
        static native boolean completeWithBytes(
                long run, long id, @Cast("const signed char*") byte[] array, int offset, int size, long tokens);

        /** As {@link #completeWithBytes}. */
        @CriticalRegion
        @Cast("bool")
        static native boolean completeWithInts(
                long run, long id, @Const int[] array, int offset, int count, long tokens);

        @Cast("bool")
        static native boolean firstToken(long run, long id, long data, long size);

        @Cast("bool")
        static native boolean completeAll(long run, @Const long[] ids, int count);

        @Cast("bool")
        static native boolean completeBatch(long run, long samples, long count);

        static native void copySamples(long samples, long[] idsAndIndices, int count);

        static native void copyIndices(long indices, int[] to, int count);
    }

    /** LoadGen on one thread, step by step. */
    @Name("Steps")
    @NoException
    static final class NativeSteps extends Pointer {

        static {
            Loader.load();
        }

        NativeSteps(NativeRun run, long numbers) {
            allocate(run, numbers);
        }

        @NoDeallocator
        private native void allocate(NativeRun run, long numbers);

        native void destroy();

        native void beRunner(@Cast("const char*") String auditConfig);

        native void beIssuer();

        static native int next(long steps);
    }
}
