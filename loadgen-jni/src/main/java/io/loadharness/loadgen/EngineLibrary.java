package io.loadharness.loadgen;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
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
        URL engine = EngineLibrary.class.getResource(platform + "/" + System.mapLibraryName("loadgen_engine"));
        if (engine == null) {
            throw new IllegalStateException("LoadGen for " + platform + " is not on the class path: add the dependency"
                    + " io.loadharness:loadgen-jni with the classifier " + platform);
        }
        // the cache has one place for the files of all folders, so builds in two checkouts would overwrite each other's
        return engine.getProtocol().equals("file") ? new File(URI.create(engine.toString())).getPath() : unpack(engine);
    }

    private static String unpack(URL engine) {
        boolean interrupted = Thread.interrupted(); // or else the lock on the cache could not be taken
        try {
            return Loader.cacheResource(engine).getPath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack LoadGen: " + e.getMessage(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
