// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.IntListColumn;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.NumberColumn;
import io.loadharness.dataset.PromptEncoder;
import io.loadharness.dataset.TextColumn;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads files in a separate JVM, which stays warm between loads. */
final class DatasetLoader {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static @Nullable Dataset prompts;
    private static @Nullable Tokenizer tokenizer;

    private DatasetLoader() {}

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        ChildProgram.serve(words -> switch (words.get(0)) {
            case "load" -> load(Path.of(words.get(1))).line();
            case "encode" -> encode(Path.of(words.get(1))).line();
            case "hold" -> String.valueOf(bytesPerIdByte(Path.of(words.get(1))));
            default -> throw new IllegalArgumentException("unknown request: " + words);
        });
    }

    private static DatasetLoad load(Path file) throws IOException {
        long cpu = PROCESS.getProcessCpuTime();
        long wall = System.nanoTime();
        Dataset set = Dataset.read(file);
        long took = System.nanoTime() - wall;
        return new DatasetLoad(PROCESS.getProcessCpuTime() - cpu, took, content(set));
    }

    /** Encodes prompts and measures the cost. The prompts are read before the first measurement. */
    private static DatasetLoad encode(Path folder) throws IOException {
        if (prompts == null || tokenizer == null) {
            prompts = Dataset.read(folder.resolve(DatasetFigure.TOKENIZE.file()));
            tokenizer = Tokenizer.open(folder.resolve("tokenizer.json"));
        }
        long cpu = PROCESS.getProcessCpuTime();
        long wall = System.nanoTime();
        Dataset encoded = prompts.withInputIds(PromptEncoder.of(tokenizer));
        long took = System.nanoTime() - wall;
        return new DatasetLoad(PROCESS.getProcessCpuTime() - cpu, took, content(encoded));
    }

    /** Returns the heap that a data set needs, divided by the bytes of its ids (4 bytes for each id). */
    private static double bytesPerIdByte(Path file) throws IOException {
        long before = heap();
        Dataset set = Dataset.read(file);
        return (double) (heap() - before) / (content(set).ids() * Integer.BYTES);
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static DatasetLoad.Content content(Dataset set) {
        List<DatasetColumn> columns =
                set.columnNames().stream().map(set::column).toList();
        long ids = 0;
        long idSum = 0;
        long textBytes = 0;
        double numberSum = 0;
        for (DatasetColumn column : columns) {
            for (int row = 0; row < set.rows(); row++) {
                if (column instanceof IntListColumn lists) {
                    ids += lists.length(row);
                    for (int position = 0; position < lists.length(row); position++) {
                        idSum += lists.get(row, position);
                    }
                } else if (column instanceof TextColumn texts) {
                    textBytes += texts.byteLength(row);
                } else if (column instanceof IntegerColumn integers) {
                    numberSum += integers.get(row);
                } else if (column instanceof NumberColumn numbers) {
                    numberSum += numbers.get(row);
                }
            }
        }
        return new DatasetLoad.Content(set.rows(), ids, idSum, textBytes, numberSum);
    }
}
