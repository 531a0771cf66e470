// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.Fixture;
import io.loadharness.dataset.RowList;
import io.loadharness.dataset.WritableFormat;
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
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFormatTest {

    private static final NpyFormat FORMAT = new NpyFormat();

    /** Returns an array as np.save writes it, with zeros for values. */
    private static byte[] array(String header, int bytes) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        out.writeBytes(ByteBuffer.allocate(2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) text.length)
                .array());
        out.writeBytes(text);
        out.writeBytes(new byte[bytes]);
        return out.toByteArray();
    }

    private static String header(String type, String shape) {
        return "{'descr': " + type + ", 'fortran_order': False, 'shape': (" + shape + "), }\n";
    }

    /** If a file is mapped, a change of the file changes the tensors. */
    @Test
    void mapsOnlyFilesAboveTheLimit(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("a.npy"), array(header("'|u1'", "2, 4"), 8));
        NpyTensors copied = NpyTensors.read(file, 8).get(0);
        NpyTensors mapped = NpyTensors.read(file, 7).get(0);

        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {9}), Files.size(file) - 4);
        }

        assertThat(copied.tensor(1).data().get(0)).isZero();
        assertThat(mapped.tensor(1).data().get(0)).isEqualTo((byte) 9);
    }

    private static void refuses(byte[] array, String reason) {
        assertThatThrownBy(() -> BytesSource.read(FORMAT, array))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "objects|Python objects, which NumPy stores as a pickle",
                "scalar|a single value",
                "3d|3 dimensions, 2 x 3 x 4",
                "complex|\"<c8\"",
                "time|\"<M8[ns]\"",
                "fractions|rows of floating-point numbers",
                "large|2147483648 in a list",
                "larger|9223372036854775808; the maximum is",
                "nested|field \"outer\""
            })
    void refusesUnsupportedArraysWithTheReason(String name, String reason) {
        refuses(Fixture.of("numpy", "refused-" + name + ".npy").bytes(), reason);
    }

    @Test
    void writesTheRowsBeforeAValueThatIsTooLarge() {
        var rows = new RowList();
        assertThatThrownBy(() -> {
                    try (var source = new BytesSource(
                            Fixture.of("numpy", "refused-large.npy").bytes())) {
                        FORMAT.read(source, rows);
                    }
                })
                .isInstanceOf(DatasetException.class);
        assertThat(rows.list()).containsExactly(Map.of("input_ids", List.of(1L, 2L)));
    }

    private static List<Object> idsWithoutPads(int... values) throws IOException {
        byte[] array = array(header("'|u1'", values.length / 3 + ", 3"), values.length);
        for (int i = 0; i < values.length; i++) {
            array[array.length - values.length + i] = (byte) values[i];
        }
        var rows = new RowList();
        try (var source = new BytesSource(array, OptionalInt.of(0))) {
            FORMAT.read(source, rows);
        }
        return rows.list().stream().map(row -> row.get("input_ids")).toList();
    }

    @Test
    void removesPadsFromTheSideOnWhichTheyAre() throws IOException {
        assertThat(idsWithoutPads(5, 0, 0, 6, 7, 8, 7, 4, 0, 0, 0, 0))
                .containsExactly(List.of(5L), List.of(6L, 7L, 8L), List.of(7L, 4L), List.of());
        assertThat(idsWithoutPads(0, 0, 5, 6, 7, 8, 0, 7, 4, 0, 0, 0))
                .containsExactly(List.of(5L), List.of(6L, 7L, 8L), List.of(7L, 4L), List.of());
    }

    @Test
    void refusesPadsThatAreNotOnOneSide() {
        assertThatThrownBy(() -> idsWithoutPads(1, 2, 3, 0, 7, 0))
                .hasMessageContaining("the pad id 0 is at both ends of the row");
        assertThatThrownBy(() -> idsWithoutPads(1, 0, 3))
                .hasMessageContaining("the pad id 0 is also within the row, at position 1");
        assertThatThrownBy(() -> idsWithoutPads(1, 2, 0, 0, 2, 3))
                .hasMessageContaining("at the start of the row, but in earlier rows it is at the end");
    }

    @Test
    void theRowWithPadsOnBothSidesIsNamed(@TempDir Path folder) throws IOException {
        byte[] array = array(header("'|u1'", "2, 3"), 6);
        System.arraycopy(new byte[] {1, 2, 0, 0, 7, 0}, 0, array, array.length - 6, 6);
        Path file = Files.write(folder.resolve("ids.npy"), array);

        assertThatThrownBy(() -> new DatasetReader().pad(0).read(file))
                .hasMessageStartingWith(file + ", row 2: the pad id 0 is at both ends of the row");
    }

    @Test
    void reportsTheColumnsThatItCannotStore(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("ids.npy");
        try (DatasetWriter writer = WritableFormat.createByName(file)) {
            int text = writer.column("text");
            int ids = writer.column("ids");
            int count = writer.column("count");
            writer.text(text, "a");
            writer.integers(ids, new int[] {1, 2}, 0, 2);
            writer.integer(count, 2);
            writer.endRow();
            writer.finish();

            assertThat(writer.omittedColumns()).containsExactly("text", "count");
        }
        assertThat(BytesSource.read(FORMAT, Files.readAllBytes(file)).list())
                .containsExactly(Map.of("input_ids", List.of(1L, 2L)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{'descr': '<i4', 'fortran_order': False}",
                "{'descr': '<i4', 'fortran_order': 0, 'shape': (1,)}",
                "{'descr': '<i4', 'fortran_order': False, 'shape': 1}",
                "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}",
                "{'descr': '<i4', 'fortran_order': False, 'shape': (1.5,)}",
                "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
                "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (1,)}",
                "{'descr': '<i4', 'fortran_order': False, 'shape': (1,)} 1",
                "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
                "{'descr': __import__('os'), 'fortran_order': False, 'shape': (1,)}",
                "{'descr': '<i4, 'fortran_order': False, 'shape': (1,)}",
                "{'descr': None, 'fortran_order': False, 'shape': (1,)}",
                "{'descr': [], 'fortran_order': False, 'shape': (1,)}",
                "{'descr': [('a',)], 'fortran_order': False, 'shape': (1,)}",
                "{'descr': [('a', '<i4'), ('a', '<i4')], 'fortran_order': False, 'shape': (1,)}",
                "{'descr': [('a', '<i4', (2, 2))], 'fortran_order': False, 'shape': (1,)}",
                "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
            })
    void refusesAMalformedHeader(String header) {
        refuses(array(header, 16), "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<i8|1000000000000000,|truncated",
                "<i8|1000000000000000, 1000000|more than a file can hold",
                "<u1|4, 100000000000|rows of 100000000000 values",
                "<U999999999|4,|bytes each",
                "<U0|1000000000000000,|empty",
                "<i4|1000000000000000, 0|empty",
                "<i4|3,|more data follows",
                "<i4|5,|truncated"
            })
    void refusesAHeaderThatDoesNotMatchTheFile(String type, String shape, String reason) {
        refuses(array(header("'" + type + "'", shape), 16), reason);
    }

    @Test
    void refusesAFortranTableThatIsLargerThanTheFile() {
        String header = "{'descr': '<i4', 'fortran_order': True, 'shape': (2000000000, 1000), }";
        refuses(array(header, 16), "claims 8000000000000 bytes of values, but the file has 16");
    }

    @Test
    void readsHeadersOfPython2() throws IOException {
        assertThat(BytesSource.read(FORMAT, array("{'descr': '|i1', 'fortran_order': False, 'shape': (2L,), }", 2))
                        .list())
                .hasSize(2);
    }

    @Test
    void refusesAnUnknownVersion() {
        byte[] array = array(header("'|i1'", "1,"), 1);
        array[6] = 4;
        refuses(array, "version 4");
        refuses("something".getBytes(StandardCharsets.UTF_8), "not a NumPy array");
        refuses(new byte[0], "truncated");
    }

    @Test
    void refusesInvalidCharacters() {
        byte[] wide = array(header("'<U1'", "1,"), 4);
        wide[wide.length - 1] = 1;
        refuses(wide, "invalid code point");
        byte[] narrow = array(header("'|S1'", "1,"), 1);
        narrow[narrow.length - 1] = (byte) 0xff;
        refuses(narrow, "UTF-8");
    }
}
