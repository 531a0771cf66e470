// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorDatasetTest {

    @TempDir
    Path folder;

    /** Returns an array with the version 1 of the format, as {@code numpy.save} writes it. */
    private static byte[] array(String type, String shape, ByteBuffer data) {
        return array(type, false, shape, data);
    }

    private static byte[] array(String type, boolean fortran, String shape, ByteBuffer data) {
        String header = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }"
                .formatted(type, fortran ? "True" : "False", shape);
        int length = header.length() + 1;
        header += " ".repeat((64 - (10 + length) % 64) % 64) + "\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
        out.write(header.length() & 0xff);
        out.write(header.length() >> 8);
        out.writeBytes(header.getBytes(StandardCharsets.ISO_8859_1));
        byte[] elements = new byte[data.flip().remaining()];
        data.get(elements);
        out.writeBytes(elements);
        return out.toByteArray();
    }

    private static ByteBuffer floats(ByteOrder order, float... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Float.BYTES).order(order);
        for (float each : values) {
            data.putFloat(each);
        }
        return data;
    }

    private static ByteBuffer longs(long... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long each : values) {
            data.putLong(each);
        }
        return data;
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private Path archive(String name, Object... namesAndArrays) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < namesAndArrays.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndArrays[i] + ".npy"));
                zip.write((byte[]) namesAndArrays[i + 1]);
            }
        }
        return write(name, out.toByteArray());
    }

    @Test
    void firstDimensionCountsTheSamples() throws Exception {
        Path file = write("a.npy", array("<f4", "(3, 2, 1)", floats(ByteOrder.LITTLE_ENDIAN, 1, 2, 3, 4, 5, 6)));

        TensorDataset dataset = TensorDataset.read(file);

        assertThat(dataset.rows()).isEqualTo(3);
        Tensor second = dataset.tensors(1).get(0);
        assertThat(second.description()).isEqualTo("float32[2, 1]");
        assertThat(second.name()).isEmpty();
        assertThat(second.data().isDirect()).isTrue();
        assertThat(second.data().getFloat(0)).isEqualTo(3);
        assertThat(second.data().getFloat(4)).isEqualTo(4);
        assertThat(dataset.requests()).hasSize(3);
        assertThat(dataset.requests().get(2).sampleIndex()).isEqualTo(2);
        assertThat(((Prompt.Tensors) dataset.requests().get(2).prompt()).inputs())
                .hasSize(1);
    }

    @Test
    void namesTheDifferencesFromThePublishedTensors() throws Exception {
        TensorDataset two = TensorDataset.read(
                write("a.npy", array("<f4", "(2, 3)", floats(ByteOrder.LITTLE_ENDIAN, 1, 2, 3, 4, 5, 6))));

        assertThat(MlperfDataset.of("resnet50").mismatches(two))
                .containsExactly(
                        "a.npy has 2 samples, but the data set of resnet50 has 50000",
                        "a.npy: a sample has the shape float32[3], but each input of resnet50 has 150528 elements");
        assertThat(MlperfDataset.BERT_99.mismatches(two)).contains("a.npy has 1 arrays, but bert-99 has 3 inputs");
        assertThat(MlperfDataset.THREE_D_UNET.mismatches(two))
                .containsExactly("a.npy has 2 samples, but the data set of 3d-unet has 43");
        assertThat(MlperfDataset.LLAMA3_1_8B.mismatches(two))
                .containsExactly("a.npy has tensors, but the data set of llama3.1-8b has prompts");
    }

    @Test
    void acceptsTheTensorsOfAModel() throws Exception {
        ByteBuffer scans = ByteBuffer.allocate(43 * 8 * Float.BYTES);
        scans.position(scans.capacity());
        TensorDataset all = TensorDataset.read(write("scans.npy", array("<f4", "(43, 2, 2, 2)", scans)));

        assertThat(MlperfDataset.THREE_D_UNET.mismatches(all)).isEmpty();
    }

    @Test
    void columnsAreNotTheTensorsOfAModel() throws Exception {
        Path file = write("a.jsonl", "{\"input\": \"a\"}".getBytes(StandardCharsets.UTF_8));
        Dataset dataset = Dataset.read(file);

        assertThat(MlperfDataset.RESNET50.mismatches(dataset))
                .singleElement()
                .asString()
                .contains("has columns, but");
        assertThat(MlperfDataset.resembling(dataset)).isEmpty();
    }

    @Test
    void aChangeOfTheFileDoesNotChangeTheTensors() throws Exception {
        Path file = write("a.npy", array("<f4", "(2, 1)", floats(ByteOrder.LITTLE_ENDIAN, 1, 2)));
        TensorDataset dataset = TensorDataset.read(file);

        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(floats(ByteOrder.LITTLE_ENDIAN, 8, 9).flip(), Files.size(file) - 2 * Float.BYTES);
        }

        assertThat(dataset.tensors(0).get(0).data().getFloat(0)).isEqualTo(1);
        assertThat(dataset.tensors(1).get(0).data().getFloat(0)).isEqualTo(2);
    }

    @Test
    void convertsAnotherByteOrder() throws Exception {
        Path file = write("a.npy", array(">f4", "(2, 1)", floats(ByteOrder.BIG_ENDIAN, 1.5f, -2)));

        assertThat(TensorDataset.read(file).tensors(1).get(0).data().getFloat(0))
                .isEqualTo(-2);
    }

    @Test
    void arraysOfAnArchiveAreInputs() throws Exception {
        Path file = archive(
                "a.npz",
                "input_ids",
                array("<i8", "(2, 3)", longs(1, 2, 3, 4, 5, 6)),
                "scale",
                array("<f4", "(2,)", floats(ByteOrder.LITTLE_ENDIAN, 0.5f, 0.25f)));

        List<Tensor> second = TensorDataset.read(file).tensors(1);

        assertThat(second).extracting(Tensor::name).containsExactly("input_ids", "scale");
        assertThat(second).extracting(Tensor::description).containsExactly("int64[3]", "float32[]");
        assertThat(second.get(0).data().getLong(16)).isEqualTo(6);
        assertThat(second.get(1).data().getFloat(0)).isEqualTo(0.25f);
    }

    @Test
    void columnsOfOtherFormatsAreInputs() throws Exception {
        Path file = Files.writeString(folder.resolve("a.jsonl"), """
                {"ids": [1, 2], "n": 7, "x": 0.5, "on": true}
                {"ids": [3], "n": 8, "x": 1.5, "on": false}
                """);

        TensorDataset dataset = TensorDataset.read(file);

        assertThat(dataset.tensors(0))
                .extracting(each -> each.name() + " " + each.description())
                .containsExactly("ids int64[2]", "n int64[]", "x float32[]", "on bool[]");
        assertThat(dataset.tensors(1).get(0).data().getLong(0)).isEqualTo(3);
        assertThat(dataset.tensors(1).get(2).data().getFloat(0)).isEqualTo(1.5f);
    }

    @Test
    void nestedListsAreTensorsOfSeveralDimensions() throws Exception {
        Path file = Files.writeString(folder.resolve("a.jsonl"), """
                {"x": [[0.5, 1], [2, 3]], "ids": [[1, 9000000000]], "on": [true, false], "none": [[], []]}
                {"x": [[4, 5], [6, 7], [8, 9.25]], "ids": [[3, 4]], "on": [false], "none": [[]]}
                """);

        TensorDataset dataset = TensorDataset.read(file);

        assertThat(dataset.tensors(0))
                .extracting(each -> each.name() + " " + each.description())
                .containsExactly("x float32[2, 2]", "ids int64[1, 2]", "on bool[2]", "none float32[2, 0]");
        assertThat(dataset.tensors(1).get(0).description()).isEqualTo("float32[3, 2]");
        assertThat(dataset.tensors(1).get(0).data().getFloat(20)).isEqualTo(9.25f);
        assertThat(dataset.tensors(0).get(1).data().getLong(8)).isEqualTo(9_000_000_000L);
        assertThat(dataset.tensors(0).get(2).data().get(0)).isEqualTo((byte) 1);
    }

    @Test
    void columnsThatAreNotNumbersAreNotUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("a.jsonl"), """
                {"file": "a.jpg", "x": [0.5, 1.5], "label": 3, "tags": ["cat"], "source": {"name": "web"}}
                {"x": [2.5, 3.5], "label": 4, "tags": [], "source": {"name": "web"}}
                """);

        TensorDataset dataset = TensorDataset.read(file);

        assertThat(dataset.tensors(1)).extracting(Tensor::name).containsExactly("x", "label");
        assertThat(dataset.unusedColumns())
                .containsExactly(
                        "a.jsonl: the column \"file\" is not used, because it has values of type text, which cannot be a tensor",
                        "a.jsonl: the column \"tags\" is not used, because it cannot be a tensor: row 1: contains cat, but"
                                + " each element of a tensor must be a number, true or false",
                        "a.jsonl: the column \"source\" is not used, because it cannot be a tensor: row 1: must be a list"
                                + " of numbers");
    }

    /** A number that float32 rounds to an integer or to infinity would be another number for the model. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    16777217, 0.5     | 16777217         | float64
                    16777216, 0.5     | 16777216         | float32
                    0.1, 0.5          | 0.1              | float32
                    -16777217, 0.5    | -16777217        | float64
                    16777217.0, 0.5   | 16777217         | float64
                    1e39, 0.5         | 1e39             | float64
                    1e30, 0.5         | 1e30             | float32
                    """)
    void keepsIntegersAndLargeNumbers(String pair, double first, String type) throws Exception {
        Path file = Files.writeString(
                folder.resolve("a.jsonl"),
                "{\"list\": [" + pair + "], \"number\": " + pair.replaceFirst(",.*", "") + "}\n"
                        + "{\"list\": [1.5, 2], \"number\": 0.5}\n");

        List<Tensor> tensors = TensorDataset.read(file).tensors(0);

        assertThat(tensors).extracting(Tensor::description).containsExactly(type + "[2]", type + "[]");
        for (Tensor each : tensors) {
            assertThat(
                            type.equals("float64")
                                    ? each.data().getDouble(0)
                                    : each.data().getFloat(0))
                    .isEqualTo(type.equals("float64") ? first : (float) first);
        }
    }

    @Test
    void cellsOfCsvCanContainLists() throws Exception {
        Path file = Files.writeString(folder.resolve("a.csv"), """
                ids,x,n
                "[1, 2]","[0.5, 1.5]",3
                "[4, 5]","[2.5, 3.5]",4
                """);

        assertThat(TensorDataset.read(file).tensors(1))
                .extracting(each -> each.name() + " " + each.description())
                .containsExactly("ids int64[2]", "x float32[2]", "n int64[]");
        assertThat(TensorDataset.read(file).tensors(1).get(1).data().getFloat(4))
                .isEqualTo(3.5f);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [[1], [2, 3]]    | contains lists of the different lengths 1 and 2
                    [1, [2]]         | contains numbers next to lists
                    [[1], 2]         | contains numbers next to lists
                    [[[1]], [2]]     | contains numbers next to lists
                    [0.5, "one"]     | contains one, but each element of a tensor must be a number, true or false
                    [0.5, null]      | contains null, but each element
                    [0.5, {}]        | contains {, but each element
                    [99999999999999999999] | contains the integer 99999999999999999999, which does not fit into 64 bits
                    [true, 0.5]      | contains both numbers and true or false
                    [9007199254740993] | contains the integer 9007199254740993, which float64 cannot represent, but
                    {"a": 1}         | must be a list of numbers
                    """)
    void namesTheFaultOfAList(String list, String message) throws Exception {
        Path file = Files.writeString(folder.resolve("a.jsonl"), "{\"x\": [0.5]}\n{\"x\": " + list + "}\n");

        assertThatThrownBy(() -> TensorDataset.read(file))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith(file + ": the column \"x\" cannot be a tensor: row 2: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    <f4   | (3, 1) | false | requires 12 bytes of data, but the file has 8: the file is truncated
                    <f4   | (1, 1) | false | requires 4 bytes of data, but the file has 8
                    <f4   | ()     | false | has no dimensions: the first dimension must be the number of samples
                    <f4   | (1, 2) | true  | is in Fortran (column-major) order: save numpy.ascontiguousarray(array)
                    <u4   | (2, 1) | false | has elements of type "<u4"; tensors can have [bool, int8,
                    <U2   | (1,)   | false | has elements of type "<U2"; tensors can have
                    <f4   | (0, 4) | false | requires 0 bytes of data, but the file has 8
                    <f4   | (9223372036854775807, 4) | false | a sample can have at most 2147483647 bytes
                    """)
    void namesTheFaultOfAnArray(String type, String shape, boolean fortran, String message) throws Exception {
        Path file = write("a.npy", array(type, fortran, shape, floats(ByteOrder.LITTLE_ENDIAN, 1, 2)));

        assertThatThrownBy(() -> TensorDataset.read(file))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message);
    }

    @Test
    void namesTheFaultOfAnArchive() throws Exception {
        Path rows = archive("a.npz", "x", array("<i8", "(1, 1)", longs(1)), "y", array("<i8", "(2, 1)", longs(1, 2)));
        assertThatThrownBy(() -> TensorDataset.read(rows))
                .hasMessage(rows + ": the array \"y\" has 2 rows, but the array \"x\" has 1");
        Path truncated = archive("b.npz", "x", array("<i8", "(2, 1)", longs(1)));
        assertThatThrownBy(() -> TensorDataset.read(truncated))
                .hasMessage(truncated + ": the array \"x\" is truncated: the file ends before the end of its data");
        Path longer = archive("c.npz", "x", array("<i8", "(1, 1)", longs(1, 2)));
        assertThatThrownBy(() -> TensorDataset.read(longer))
                .hasMessage(longer + ": the array \"x\" has more data than the 1 rows of its header");
        byte[] zip = Files.readAllBytes(rows);
        Path half = write("d.npz", java.util.Arrays.copyOf(zip, zip.length / 2));
        assertThatThrownBy(() -> TensorDataset.read(half)).hasMessageContaining("the zip archive is truncated");
    }

    @Test
    void namesTheFaultOfOtherFiles() throws Exception {
        Path missing = folder.resolve("missing.npy");
        assertThatThrownBy(() -> TensorDataset.read(missing)).hasMessage(missing + " does not exist");
        assertThatThrownBy(() -> TensorDataset.read(folder)).hasMessage(folder + " is not a file");
        Path text = Files.writeString(folder.resolve("a.jsonl"), "{\"x\": \"one\"}\n");
        assertThatThrownBy(() -> TensorDataset.read(text))
                .hasMessageContaining("the column \"x\" has values of type text, which cannot be a tensor");
        Path gap = Files.writeString(folder.resolve("b.jsonl"), "{\"x\": 1}\n{\"y\": 2}\n");
        assertThatThrownBy(() -> TensorDataset.read(gap)).hasMessageContaining("row 2: the column \"x\" has no value");
        Path empty = write("c.npy", array("<f4", "(0, 2)", floats(ByteOrder.LITTLE_ENDIAN)));
        assertThatThrownBy(() -> TensorDataset.read(empty)).hasMessage(empty + ": the file has no samples");
    }
}
