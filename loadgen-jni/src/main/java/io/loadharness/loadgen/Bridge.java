package io.loadharness.loadgen;

import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Const;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoDeallocator;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.bytedeco.javacpp.annotation.Virtual;

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

    /** How {@link NativeRun#start} ended. */
    static final int ENDED = 0;

    static final int ABORTED = 1;

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

        native int start(NativeCallbacks callbacks, @Cast("const char*") String auditConfig);

        @Cast("const char*")
        native String failure();

        native void issue();

        native void abort();

        native void enlist();

        @Cast("bool")
        native boolean complete(long id, long data, long size, long tokens);

        @Cast("bool")
        native boolean firstToken(long id, long data, long size);

        @Cast("bool")
        native boolean completeAll(@Const long[] ids, int count);

        @Cast("bool")
        native boolean completeBatch(long samples, long count);

        static native void copySamples(long samples, long[] idsAndIndices, int count);

        static native void copyIndices(long indices, int[] to, int count);
    }

    /** What LoadGen calls. An override must not throw: nothing may unwind through LoadGen. */
    @Name("Callbacks")
    abstract static class NativeCallbacks extends Pointer {

        static {
            Loader.load();
        }

        NativeCallbacks() {
            allocate();
        }

        @NoDeallocator
        private native void allocate();

        native void destroy();

        @Virtual(true)
        protected abstract void issueSample(long id, long index);

        @Virtual(true)
        protected abstract void issueBatch(long samples, long count);

        @Virtual(true)
        protected abstract void flushQueries();

        @Virtual(true)
        protected abstract void loadSamples(long indices, long count);

        @Virtual(true)
        protected abstract void unloadSamples(long indices, long count);
    }
}
