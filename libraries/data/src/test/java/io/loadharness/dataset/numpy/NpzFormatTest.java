// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.Fixture;
import io.loadharness.dataset.RowList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpzFormatTest {

    private static final NpzFormat FORMAT = new NpzFormat();

    private static void refuses(byte[] archive, String... parts) {
        assertThatThrownBy(() -> BytesSource.read(FORMAT, archive))
                .isInstanceOf(DatasetException.class)
                .hasMessageContainingAll(parts);
    }

    private static byte[] zip(byte[] content, String... names) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(content);
            }
        }
        return bytes.toByteArray();
    }

    /** Replaces each occurrence of a text in the archive. */
    private static byte[] replaced(byte[] archive, String from, String to) {
        String text = new String(archive, StandardCharsets.ISO_8859_1).replace(from, to);
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] array(String type, String shape, int... values) {
        String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
        ByteBuffer array = ByteBuffer.allocate(10 + header.length() + Integer.BYTES * values.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        array.put("\u0093NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1));
        array.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
        Arrays.stream(values).forEach(array::putInt);
        return array.array();
    }

    /** Returns the ids of an archive with two rows of three ids and an array of two numbers. */
    private static List<Object> idsWithLengths(String name) throws IOException {
        return ids(withIds(name, array("<i4", "2,", 1, 2), 1, 0, 0, 4, 5, 0), OptionalInt.empty());
    }

    /** Returns an archive with two rows of ids and another array. */
    private static byte[] withIds(String name, byte[] other, int... ids) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("input_ids.npy"));
            zip.write(array("<i4", "2, " + ids.length / 2, ids));
            zip.putNextEntry(new ZipEntry(name + ".npy"));
            zip.write(other);
        }
        return bytes.toByteArray();
    }

    private static List<Object> ids(byte[] archive, OptionalInt pad) throws IOException {
        var rows = new RowList();
        try (var source = new BytesSource(archive, pad)) {
            FORMAT.read(source, rows);
        }
        return rows.list().stream().map(row -> row.get("input_ids")).toList();
    }

    private static byte[] array() {
        return Fixture.of("numpy", "i4.npy").bytes();
    }

    @Test
    void refusesALengthThatIsLongerThanTheRow() {
        refuses(Fixture.of("numpy", "refused-lengths.npz").bytes(), "\"input_lens\" is 4, but the row has 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lens", "seq_len", "seqlen", "input_len", "input_seq_lens", "input_ids_length"})
    void removesPaddingByMatchingLengths(String name) throws IOException {
        assertThat(idsWithLengths(name)).containsExactly(List.of(1L), List.of(4L, 5L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"output_len", "max_len", "prefix_len", "output_seq_len", "lens_of_all"})
    void ignoresLengthsOfOtherColumns(String name) throws IOException {
        assertThat(idsWithLengths(name)).containsExactly(List.of(1L, 0L, 0L), List.of(4L, 5L, 0L));
    }

    @ParameterizedTest
    @CsvSource({"left-zero, 0", "left-eos, 5", "right-zero, 0", "right-eos, 5"})
    void lengthsDecideWithAPadIdThatIsAlsoAToken(String name, int pad) throws IOException {
        Fixture archive = Fixture.of("numpy", "padded-" + name + ".npz");
        var rows = new RowList();
        try (var source = new BytesSource(archive.bytes(), OptionalInt.of(pad))) {
            FORMAT.read(source, rows);
        }
        assertThat(rows.list()).isEqualTo(archive.rows());
    }

    @Test
    void warnsIfLengthsFitBothSides(@TempDir Path folder) throws IOException {
        byte[] archive = withIds("lens", array("<i4", "2,", 2, 2), 0, 5, 2, 0, 7, 2);
        Path file = Files.write(folder.resolve("set.npz"), archive);
        List<String> warnings = new ArrayList<>();
        DatasetReader reader = new DatasetReader().warnings(warnings::add);

        assertThat(reader.read(file).rows()).isEqualTo(2);
        assertThat(warnings)
                .containsExactly(
                        file + ": the padding of \"input_ids\" is on the left or on the right: the lengths in \"lens\""
                                + " fit both. The values on the right were removed. If the padding is on the left, set the pad id"
                                + " with --pad-id");
        warnings.clear();
        reader.pad(0).read(file);
        assertThat(warnings).isEmpty();
    }

    @Test
    void aMaskLeavesNoDoubtAboutTheSide(@TempDir Path folder) throws IOException {
        byte[] archive = withIds("attention_mask", array("<i4", "2, 3", 0, 1, 1, 0, 1, 1), 0, 5, 2, 0, 7, 2);
        List<String> warnings = new ArrayList<>();

        new DatasetReader().warnings(warnings::add).read(Files.write(folder.resolve("set.npz"), archive));

        assertThat(warnings).isEmpty();
    }

    @Test
    void refusesLengthsThatFitNeitherSide() throws IOException {
        byte[] archive = withIds("lens", array("<i4", "2,", 1, 2), 1, 9, 8, 4, 5, 6);

        assertThatThrownBy(() -> ids(archive, OptionalInt.empty()))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining(
                        "the length of the row is 1, but the value at position 1 is 9 instead of the pad id 8,"
                                + " which is the last value of the first padded row: check the lengths, or set the pad id (--pad-id)");
    }

    @Test
    void refusesPadsWithinTheLength() throws IOException {
        byte[] archive = withIds("lens", array("<i4", "2,", 3, 3), 1, 0, 0, 0, 5, 6, 0, 0);

        assertThatThrownBy(() -> ids(archive, OptionalInt.of(0)))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining(
                        "the length of the row is 3, but more than one pad id 0 is within this length, at position 1");
        assertThat(ids(withIds("lens", array("<i4", "2,", 2, 2), 1, 0, 0, 0, 5, 0, 0, 0), OptionalInt.of(0)))
                .containsExactly(List.of(1L, 0L), List.of(5L, 0L));
    }

    @Test
    void theAttentionMaskDecidesWithoutLengths() throws IOException {
        byte[] mask = array("<i4", "2, 3", 0, 1, 1, 1, 1, 1);

        assertThat(ids(withIds("attention_mask", mask, 2, 2, 3, 4, 5, 6), OptionalInt.empty()))
                .containsExactly(List.of(2L, 3L), List.of(4L, 5L, 6L));
        assertThat(ids(withIds("attention_mask", mask, 1, 2, 3, 4, 5, 6), OptionalInt.of(1)))
                .containsExactly(List.of(2L, 3L), List.of(4L, 5L, 6L));
    }

    @Test
    void refusesAnAttentionMaskWithGaps() throws IOException {
        byte[] mask = array("<i4", "2, 3", 1, 0, 1, 1, 1, 1);

        assertThatThrownBy(() -> ids(withIds("attention_mask", mask, 1, 2, 3, 4, 5, 6), OptionalInt.empty()))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining(
                        "the attention mask must be zeros and ones, with the ones together: got 1 at position 2");
    }

    @Test
    void refusesAnAttentionMaskWithAnotherShape() throws IOException {
        refuses(
                withIds("attention_mask", array("<i4", "2, 2", 1, 1, 1, 1), 1, 2, 3, 4, 5, 6),
                "array \"attention_mask\" has the shape (2, 2), but array \"input_ids\" has (2, 3)");
        refuses(
                withIds("attention_mask", array("<i4", "2,", 1, 1), 1, 2, 3, 4, 5, 6),
                "array \"attention_mask\" has the shape (2,), but array \"input_ids\" has (2, 3)");
    }

    @Test
    void refusesLengthsAndAnAttentionMaskThatDiffer() throws IOException {
        byte[] ids = array("<i4", "2, 3", 1, 2, 0, 4, 0, 0);
        byte[] lengths = array("<i4", "2,", 2, 1);

        assertThat(ids(with(ids, lengths, array("<i4", "2, 3", 1, 1, 0, 1, 0, 0)), OptionalInt.empty()))
                .containsExactly(List.of(1L, 2L), List.of(4L));
        assertThatThrownBy(() -> ids(with(ids, lengths, array("<i4", "2, 3", 1, 1, 0, 1, 1, 0)), OptionalInt.empty()))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("the length of the list is 1 at position 0, but the attention mask has 2 ones at"
                        + " position 0: correct or remove one of the two arrays");
    }

    @Test
    void namesTheRowInWhichTheAttentionMaskDiffers(@TempDir Path folder) throws IOException {
        byte[] archive = with(
                array("<i4", "2, 3", 1, 2, 0, 4, 0, 0),
                array("<i4", "2,", 2, 1),
                array("<i4", "2, 3", 1, 1, 0, 1, 1, 0));
        Path file = Files.write(folder.resolve("ids.npz"), archive);

        assertThatThrownBy(() -> new DatasetReader().read(file)).hasMessageContaining("row 2");
    }

    @Test
    void aConvertedFileWithAnAttentionMaskCanBeRead(@TempDir Path folder) throws IOException {
        byte[] mask = array("<i4", "2, 4", 0, 0, 1, 1, 0, 1, 1, 1);
        Path file = Files.write(folder.resolve("ids.npz"), withIds("attention_mask", mask, 0, 0, 1, 2, 0, 3, 4, 5));
        Path copy = folder.resolve("copy.npz");

        new DatasetReader().convert(file, copy);

        assertThat(ids(Files.readAllBytes(copy), OptionalInt.empty()))
                .containsExactly(List.of(1L, 2L), List.of(3L, 4L, 5L));
    }

    private static byte[] with(byte[] ids, byte[] lengths, byte[] mask) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("attention_mask.npy"));
            zip.write(mask);
            zip.putNextEntry(new ZipEntry("input_ids.npy"));
            zip.write(ids);
            zip.putNextEntry(new ZipEntry("input_len.npy"));
            zip.write(lengths);
        }
        return bytes.toByteArray();
    }

    @Test
    void refusesPaddingThatIsNotThePadId() throws IOException {
        byte[] archive = Fixture.of("numpy", "padded-left-eos.npz").bytes();
        assertThatThrownBy(() -> {
                    try (var source = new BytesSource(archive, OptionalInt.of(99))) {
                        FORMAT.read(source, new RowList());
                    }
                })
                .hasMessage(
                        "array \"input_ids\": the length of the row is 3, but the value at position 3 is 12 instead of"
                                + " the pad id 99");
    }

    @Test
    void refusesArraysOfDifferentLengths() {
        refuses(Fixture.of("numpy", "refused-uneven.npz").bytes(), "array \"b\" has 4 rows, but array \"a\" has 3");
    }

    @Test
    void refusesArraysOfTheSameName() throws IOException {
        byte[] archive = zip(array(), "a.npy", "b.npy");
        assertThat(BytesSource.read(FORMAT, archive).list()).hasSize(4);
        refuses(replaced(archive, "b.npy", "a.npy"), "two arrays", "a.npy");
    }

    @Test
    void refusesFieldsOfTheSameName() throws IOException {
        byte[] fields = Fixture.of("numpy", "fields.npy").bytes();
        refuses(zip(fields, "a.npy", "b.npy"), "column \"id\"");
    }

    @Test
    void refusesOtherFilesInTheArchive() throws IOException {
        refuses(zip(array(), "a.npy", "readme.txt"), "readme.txt");
        refuses(zip(array(), ".npy"), "not an array");
        refuses(zip(array()), "0 arrays");
    }

    @Test
    void namesTheArrayThatIsRefused() throws IOException {
        refuses(zip(Fixture.of("numpy", "refused-objects.npy").bytes(), "a.npy"), "array \"a\": ", "pickle");
        refuses(zip(Arrays.copyOf(array(), 100), "a.npy"), "array \"a\": ", "truncated");
    }

    @Test
    void refusesAnEncryptedArchive() throws IOException {
        byte[] archive = zip(array(), "a.npy");
        int directory = new String(archive, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        archive[directory + 8] |= 1;
        refuses(archive, "encrypted");
    }

    @Test
    void refusesDamageThatOnlyTheChecksumShows() {
        byte[] archive = Fixture.of("numpy", "archive.npz").bytes();
        String text = new String(archive, StandardCharsets.ISO_8859_1);
        archive[text.indexOf("\350\3\0\0")] ^= 1;
        refuses(archive, "array \"input_ids\"", "checksum");
    }

    @Test
    void refusesAnArchiveThatClaimsMoreBytesThanItHas() throws IOException {
        byte[] archive = zip(array(), "a.npy");
        int directory = new String(archive, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        archive[directory + 22] = 1;
        refuses(archive, "zip archive");
    }

    @Test
    void deletesTemporaryFilesOfAFortranTable(@TempDir Path folder) throws IOException {
        String before = System.setProperty("java.io.tmpdir", folder.toString());
        try {
            BytesSource.read(FORMAT, Fixture.of("numpy", "archive-fortran.npz").bytes());
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }
}
