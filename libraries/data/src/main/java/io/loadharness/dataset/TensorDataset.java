// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.dataset.numpy.NpyTensors;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Samples that are tensors, for models that are not language models. Each row of the file is a sample, and each column or array of numbers
 * is an input of the model with the same name. Immutable and thread-safe.
 *
 * <pre>{@code
 * TensorDataset images = TensorDataset.read(Path.of("images.npy")); // an array of the shape (samples, 3, 224, 224)
 * Benchmark.builder().backend(engine).requests(images.name(), images.requests());
 * }</pre>
 */
public final class TensorDataset {

    private final String name;
    private final int rows;
    private final List<IntFunction<Tensor>> inputs;
    private final List<String> unusedColumns;

    private TensorDataset(String name, int rows, List<IntFunction<Tensor>> inputs, List<String> unusedColumns) {
        this.name = name;
        this.rows = rows;
        this.inputs = List.copyOf(inputs);
        this.unusedColumns = List.copyOf(unusedColumns);
    }

    /**
     * Reads a file. The first dimension of an array of a {@code .npy} or {@code .npz} file counts the samples. Other formats of
     * {@link DatasetReader}, such as Parquet, JSON and CSV, can have columns of numbers or of lists of numbers. The lists can be nested.
     * Integers become tensors of the type {@code int64}, other numbers {@code float32}, and true and false {@code bool}. If a list of a
     * column has a number that is not an integer, all lists of this column become {@code float32}. A column becomes {@code float64} instead
     * of {@code float32} if {@code float32} would change one of its integers, or if one of its numbers is too large for {@code float32}.
     * Columns that do not start with a number or a list of numbers, for example names of files, are not used.
     *
     * @throws DatasetException if the file cannot be used as tensors; the message starts with the file
     */
    public static TensorDataset read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw DatasetException.of(file + (Files.exists(file) ? " is not a file" : " does not exist"));
        }
        String name = String.valueOf(file.getFileName());
        TensorDataset read = NpyTensors.canRead(file) ? ofArrays(name, NpyTensors.read(file)) : ofColumns(name, file);
        if (read.rows == 0) {
            throw DatasetException.of(file + ": the file has no samples");
        }
        return read;
    }

    private static TensorDataset ofArrays(String name, List<NpyTensors> arrays) {
        List<IntFunction<Tensor>> inputs = new ArrayList<>();
        arrays.forEach(each -> inputs.add(each::tensor));
        return new TensorDataset(name, arrays.get(0).rows(), inputs, List.of());
    }

    private static TensorDataset ofColumns(String name, Path file) throws IOException {
        Dataset dataset = Dataset.read(file);
        List<IntFunction<Tensor>> inputs = new ArrayList<>();
        List<String> unused = new ArrayList<>();
        String firstProblem = "";
        for (String column : dataset.columnNames()) {
            DatasetColumn values = dataset.column(column);
            String problem = problem(values);
            if (!problem.isEmpty()) {
                unused.add(name + ": the column \"" + column + "\" is not used, because it " + problem);
                firstProblem = firstProblem.isEmpty() ? "the column \"" + column + "\" " + problem : firstProblem;
                continue;
            }
            for (int row = 0; row < values.rows(); row++) {
                if (values.isMissing(row)) {
                    throw DatasetException.of(file + ", row " + (row + 1) + ": the column \"" + column
                            + "\" has no value, but each input of the model needs one; if the column is not an"
                            + " input, remove it from the file");
                }
            }
            inputs.add(tensors(file, column, values));
        }
        if (inputs.isEmpty() && !unused.isEmpty()) {
            throw DatasetException.of(
                    file + ": " + firstProblem + "; use numbers or lists of numbers, or save arrays as .npy or .npz");
        }
        return new TensorDataset(name, dataset.rows(), inputs, unused);
    }

    /** Returns the reason that a column is not a column of tensors, which its first value shows; empty if it can be one. */
    private static String problem(DatasetColumn column) {
        if (!(column instanceof TextColumn texts)) {
            return "";
        }
        int first = 0;
        while (first < texts.rows() && texts.isMissing(first)) {
            first++;
        }
        if (first == texts.rows() || (!texts.isJson() && !texts.present(first).startsWith("["))) {
            return "has values of type " + column.type() + ", which cannot be a tensor";
        }
        try {
            NestedNumbers.check(texts, first);
            return "";
        } catch (DatasetException e) {
            return "cannot be a tensor: " + e.getMessage();
        }
    }

    private static IntFunction<Tensor> tensors(Path file, String name, DatasetColumn column) throws DatasetException {
        if (column instanceof IntListColumn lists) {
            return row -> {
                int length = lists.length(row);
                ByteBuffer data = allocate(length * Long.BYTES);
                for (int i = 0; i < length; i++) {
                    data.putLong(i * Long.BYTES, lists.get(row, i));
                }
                return new Tensor(name, Tensor.Type.INT64, new long[] {length}, data);
            };
        }
        if (column instanceof IntegerColumn integers) {
            return row -> new Tensor(
                    name, Tensor.Type.INT64, new long[0], allocate(Long.BYTES).putLong(0, integers.get(row)));
        }
        if (column instanceof NumberColumn numbers) {
            return tensors(name, numbers);
        }
        if (column instanceof BooleanColumn flags) {
            return row -> new Tensor(
                    name, Tensor.Type.BOOL, new long[0], allocate(1).put(0, (byte) (flags.get(row) ? 1 : 0)));
        }
        try {
            return NestedNumbers.of(name, (TextColumn) column);
        } catch (DatasetException e) {
            throw DatasetException.of(file + ": the column \"" + name + "\" cannot be a tensor: " + e.getMessage());
        }
    }

    private static IntFunction<Tensor> tensors(String name, NumberColumn numbers) {
        Tensor.Type type = IntStream.range(0, numbers.rows())
                .mapToObj(row -> NestedNumbers.floatType(numbers.get(row)))
                .max(Comparator.naturalOrder())
                .orElse(Tensor.Type.FLOAT32);
        return row -> {
            ByteBuffer data = allocate(type.bytes());
            double number = numbers.get(row);
            return new Tensor(
                    name,
                    type,
                    new long[0],
                    type == Tensor.Type.FLOAT64 ? data.putDouble(0, number) : data.putFloat(0, (float) number));
        };
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Returns the name of the file. */
    public String name() {
        return name;
    }

    /** Returns the number of samples. */
    public int rows() {
        return rows;
    }

    /** Returns one sentence for each column that is not used, because it does not contain numbers. The sentence contains the reason. */
    public List<String> unusedColumns() {
        return unusedColumns;
    }

    /** Returns the inputs of a sample. Elements of arrays are not copied. */
    public List<Tensor> tensors(int row) {
        return inputs.stream().map(each -> each.apply(row)).toList();
    }

    /** Returns a request for each sample. */
    public List<InferenceRequest> requests() {
        return IntStream.range(0, rows)
                .mapToObj(row -> InferenceRequest.of(row, new Prompt.Tensors(tensors(row))))
                .toList();
    }
}
