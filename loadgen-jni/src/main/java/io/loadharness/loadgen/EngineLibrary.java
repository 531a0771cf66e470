package io.loadharness.loadgen;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.bytedeco.javacpp.Loader;

/** Finds the compiled LoadGen of this platform, which every run loads a copy of. */
final class EngineLibrary {

    private EngineLibrary() {}

    /**
     * The file of the engine, unpacked into JavaCPP's cache if it lies in a jar.
     *
     * @throws IllegalStateException if the jar with the libraries of this platform is not on the class path
     */
    static String locate() {
        String platform = Loader.getPlatform();
        try {
            File file =
                    Loader.cacheResource(EngineLibrary.class, platform + "/" + System.mapLibraryName("loadgen_engine"));
            if (file == null) {
                throw new IllegalStateException(
                        "LoadGen for " + platform + " is not on the class path: add the dependency"
                                + " io.loadharness:loadgen-jni with the classifier " + platform);
            }
            return file.getPath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack LoadGen: " + e.getMessage(), e);
        }
    }
}
