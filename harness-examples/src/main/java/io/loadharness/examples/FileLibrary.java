// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.QuerySampleLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A sample library of files. A file is in memory only from the time when LoadGen loads it until LoadGen unloads it. Thread-safe. */
final class FileLibrary implements QuerySampleLibrary {

    private final List<Path> files;
    private final int filesInMemory;
    private final Map<Integer, byte[]> loaded = new ConcurrentHashMap<>();

    FileLibrary(List<Path> files, int filesInMemory) {
        this.files = List.copyOf(files);
        this.filesInMemory = Math.min(filesInMemory, files.size());
    }

    /** Returns the content of a loaded file. */
    byte[] content(int index) {
        return loaded.get(index);
    }

    @Override
    public String name() {
        return "files";
    }

    @Override
    public int totalSampleCount() {
        return files.size();
    }

    @Override
    public int performanceSampleCount() {
        return filesInMemory;
    }

    @Override
    public void loadSamplesToRam(int[] indices) throws IOException {
        for (int index : indices) {
            loaded.put(index, Files.readAllBytes(files.get(index)));
        }
        System.out.println("loaded " + loaded.size() + " of " + files.size() + " files");
    }

    @Override
    public void unloadSamplesFromRam(int[] indices) {
        for (int index : indices) {
            loaded.remove(index);
        }
        System.out.println("unloaded them, " + loaded.size() + " remain");
    }
}
