// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.dataset.DatasetException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that malicious, damaged and unsupported pickles are refused with a reason. */
class RefusedPickleTest {

    private static final String NOT_ALLOWED = ", which is not an allowed pickle global; nothing was executed";
    private static final String NOT_SUPPORTED = ", which is not a supported part of ";

    /** Expected parts of the message for each malicious file; alternatives are separated by |. */
    private static final Map<String, String> MESSAGES = Map.ofEntries(
            Map.entry("buffers", "parts of the pickle are outside the file"),
            Map.entry("bytes", "column 'a' holds bytes"),
            Map.entry("deep", "contains itself or is nested deeper than 100 levels"),
            Map.entry("dotted", "the pickle uses 'numpy.f2py.os.system__x'" + NOT_SUPPORTED + "numpy"),
            Map.entry("eval", "the pickle uses 'builtins.eval'" + NOT_ALLOWED),
            Map.entry("extension", "copyreg's extension registry"),
            Map.entry("false-shape", "the shape of an array of int64 does not fit its content"),
            Map.entry("getattr", "the pickle uses 'builtins.getattr'" + NOT_ALLOWED),
            Map.entry("huge-bytearray", "the pickle ends after 13 bytes in the middle of a value"),
            Map.entry("huge-bytes", "the pickle ends after 13 bytes in the middle of a value"),
            Map.entry("huge-frame", "the pickle ends after 12 bytes in the middle of a value"),
            Map.entry("huge-long", "an integer of 2147483647 bytes; the maximum is 8"),
            Map.entry("huge-text", "a string of 9223372036854775807 bytes"),
            Map.entry("import", "the pickle uses 'importlib.import_module'" + NOT_ALLOWED),
            Map.entry("index-of-itself", "a column contains itself"),
            Map.entry(
                    "inside-numpy",
                    "the pickle uses 'numpy.testing._private.utils.runstring'" + NOT_SUPPORTED + "numpy"),
            Map.entry("instance", "the pickle creates objects by INST, OBJ or NEWOBJ_EX"),
            Map.entry("itself", "contains itself or is nested deeper than 100 levels"),
            Map.entry("large-text", "the pickle ends after 13 bytes in the middle of a value"),
            Map.entry("laughs", "the rows of the pickle repeat the same values|whose JSON would have more than"),
            Map.entry("long", "an integer of 9 bytes; the maximum is 8"),
            Map.entry("memo", "it stores memo index 2147483647 after only 8 bytes"),
            Map.entry("memo-missing", "it refers to memo index 7, which does not exist"),
            Map.entry("mixed-rows", "the pickle is a list of dictionaries, but also contains an integer"),
            Map.entry("negative-shape", "the length of an array is -1"),
            Map.entry("nested-dicts", "key 'a' has a dictionary"),
            Map.entry("no-columns", "the table in the pickle has no columns"),
            Map.entry("nothing", "the pickle holds None instead of a table: write a DataFrame"),
            Map.entry("number", "the pickle holds an integer instead of a table"),
            Map.entry("object", "the pickle uses 'os.system'" + NOT_ALLOWED),
            Map.entry("overflowing-shape", "the shape of an array of int64 does not fit its content"),
            Map.entry("partial", "the pickle uses 'posix.system'" + NOT_ALLOWED),
            Map.entry("persistent", "the pickle refers to objects outside the file"),
            Map.entry("popen", "the pickle uses 'subprocess.Popen'" + NOT_ALLOWED),
            Map.entry("protocol-0", "the file is not a pickle of protocol 2 to 5"),
            Map.entry("protocol-1", "the file is not a pickle of protocol 2 to 5"),
            Map.entry("protocol-9", "the file is a pickle of protocol 9"),
            Map.entry("python-2", "the pickle holds a Python 2 string"),
            Map.entry("ragged", "column 'b' has 1 values, but column 'a' has 2"),
            Map.entry("read-pickle", "the pickle uses 'pandas.io.pickle.read_pickle'" + NOT_SUPPORTED + "pandas"),
            Map.entry("rows-of-nothing", "an array without elements that claims 1073741824 rows"),
            Map.entry("scalars", "key 'a' has an integer"),
            Map.entry("set", "the pickle holds a set, which has no order: convert it to a list"),
            Map.entry("surrogate", "the pickle has a string that is not UTF-8"),
            Map.entry("system", "the pickle uses 'posix.system'" + NOT_ALLOWED),
            Map.entry("system-2", "the pickle uses 'posix.system'" + NOT_ALLOWED),
            Map.entry("text", "the pickle holds a string instead of a table"),
            Map.entry("zone", "the pickle has a time in a zone without a fixed offset from UTC"),
            Map.entry("delta", "column 'a' holds datetime.timedelta"),
            Map.entry("tuple-keys", "the pickle has a list as a name"),
            Map.entry("twice", "a dictionary has the key 'a' twice"),
            Map.entry("two-pickles", "more data after the end of the pickle at byte 24"));

    /** Expected parts of the message for each file that a library wrote. */
    private static final Map<String, String> LIBRARY_MESSAGES = Map.ofEntries(
            Map.entry(
                    "arrow-date-4", "the pickle has a column of the Arrow type 'date32[day]', which is not supported"),
            Map.entry("arrow-decimal-4", "the pickle uses 'pyarrow.lib.decimal128'" + NOT_SUPPORTED + "pyarrow"),
            Map.entry(
                    "arrow-fixed-4",
                    "the pickle has a column of the Arrow type 'fixed_size_list', which is not supported"),
            Map.entry("arrow-struct-4", "the pickle uses 'pyarrow.lib.struct'" + NOT_SUPPORTED + "pyarrow"),
            Map.entry("complex-4", "the pickle has an array of complex128"),
            Map.entry("levels-4", "the rows of the frame have an index of several levels: write frame.reset_index()"),
            Map.entry("masked-4", "the pickle uses 'numpy.ma.core._mareconstruct'" + NOT_SUPPORTED + "numpy"),
            Map.entry("records-4", "the pickle has an array of records"),
            Map.entry("sparse-4", "SparseArray'" + NOT_SUPPORTED + "pandas"),
            Map.entry("spans-4", "the pickle has an array of timedelta64"));

    @ParameterizedTest
    @MethodSource("refused")
    void reportsTheReason(String name) throws IOException {
        String stem = name.replaceAll(".*/|\\.pkl$", "");
        String expected = name.startsWith("malicious") ? MESSAGES.get(stem) : LIBRARY_MESSAGES.get(stem);
        assertThat(expected).as("expected message for " + name).isNotNull();

        String message = refusal(PickleFixtures.bytes(name));

        assertThat(expected.split("\\|")).anySatisfy(part -> assertThat(message).contains(part));
    }

    @Test
    void everyExpectedMessageHasAFile() {
        assertThat(refused().stream()
                        .filter(name -> name.startsWith("malicious"))
                        .map(name -> name.replaceAll(".*/|\\.pkl$", "")))
                .containsExactlyInAnyOrderElementsOf(new TreeSet<>(MESSAGES.keySet()));
    }

    @Test
    void callsNoPartialFunctionExceptNewBlock() {
        String pickle = "\u0080\2cfunctools\npartial\nc__builtin__\ngetattr\n\u0085R)R.";

        assertThat(refusal(pickle.getBytes(StandardCharsets.ISO_8859_1)))
                .contains("it calls a partial function other than new_block");
    }

    @Test
    void allowsNoAttributeOfAZoneExceptUnpickle() {
        String pickle = "\u0080\2cbuiltins\ngetattr\nczoneinfo\nZoneInfo\nX\13\0\0\0clear_cache\u0086R.";

        assertThat(refusal(pickle.getBytes(StandardCharsets.ISO_8859_1)))
                .contains("the pickle uses 'builtins.getattr'" + NOT_ALLOWED);
    }

    @Test
    void refusesAMillionNestedLists() throws IOException {
        assertThat(refusal(pickle("}X\1\0\0\0a" + "]".repeat(1_000_001) + "a".repeat(1_000_000) + "\u0085s.")))
                .contains("contains itself or is nested deeper than 100 levels");
    }

    @Test
    void refusesMoreThanAMillionMarks() throws IOException {
        assertThat(refusal(pickle("(".repeat(1_100_000) + "."))).contains("nested deeper than");
    }

    @Test
    void refusesRowsThatRepeatAValueTooOften() throws IOException {
        String list = "]q\0(" + "K\1".repeat(200_000) + "e0";
        assertThat(refusal(pickle(list + "](" + "h\0".repeat(20_000) + "e.")))
                .contains("the rows of the pickle repeat the same values");
    }

    @Test
    void refusesAColumnThatContainsAnotherColumn() throws IOException {
        assertThat(refusal(pickle("}(X\1\0\0\0a](X\1\0\0\0xX\1\0\0\0yeq\0X\1\0\0\0b](h\0h\0eu.")))
                .contains("a column contains itself or another column");
    }

    @Test
    void refusesAnArrayWithoutDimensionsThatContainsItself() throws IOException {
        String array = "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n)NtRq\0";
        String containsItself = "(K\1)cnumpy\ndtype\n(X\2\0\0\0O8tR\u0089]h\0atb";
        assertThat(refusal(pickle("]}X\1\0\0\0a" + array + containsItself + "sa.")))
                .contains("an array of objects with 0 dimensions");
    }

    @Test
    void refusesASeriesThatContainsItself() throws IOException {
        String manager = "X\4\0\0\0_mgrcpandas\nSingleBlockManager\n)\u0081";
        String block = "}(X\6\0\0\0valuesh\5X\10\0\0\0mgr_locsK\0u";
        String state = "(]]]}X\6\0\0\0000.14.1}X\6\0\0\0blocks]" + block + "asst";
        assertThat(refusal(pickle("cpandas\nSeries\n)\u0081q\5}" + manager + state + "bsb.")))
                .contains("a column contains itself");
    }

    @Test
    void refusesInvalidTimes() throws IOException {
        assertThat(refusal(pickle(time("datetime", 0x07, 0xea, 13, 2, 0, 0, 0, 0, 0, 0))))
                .contains("it has an invalid time");
        assertThat(refusal(pickle(time("datetime", 0x07, 0xea, 1, 2, 24, 0, 0, 0, 0, 0))))
                .contains("it has an invalid time");
        assertThat(refusal(pickle(time("datetime", 0x07, 0xea, 1, 2)))).contains("a time has 4 bytes instead of 10");
        assertThat(refusal(pickle(time("date", 0x07, 0xea, 2, 30)))).contains("it has an invalid time");
    }

    @Test
    void refusesPandasTimesInAnUnknownUnit() throws IOException {
        String module = "](cpandas._libs.tslibs.timestamps\n_unpickle_timestamp\n(K\1N";
        assertThat(refusal(pickle(module + "NK\13tRe."))).contains("the unit of a pandas time is 11");
    }

    /** Returns a pickled list of one time or date, whose bytes are stored as in protocol 3. */
    private static String time(String type, int... bytes) {
        StringBuilder pickle = new StringBuilder("](cdatetime\n" + type + "\n(C").append((char) bytes.length);
        for (int each : bytes) {
            pickle.append((char) each);
        }
        return pickle.append("tRe.").toString();
    }

    @Test
    void quotesAModuleNameWithALineBreakInOneLine() throws IOException {
        String module = "X\14\0\0\0pandas.\ncore";
        assertThat(refusal(pickle("]" + module + "X\6\0\0\0Series\u0093)Re.")))
                .contains("the pickle uses 'pandas.?core.Series'")
                .doesNotContain("\n");
    }

    @Test
    void quotesATypeNameWithALineBreakInOneLine() throws IOException {
        assertThat(refusal(pickle("](cnumpy\ndtype\n(X\2\0\0\0\n8tRe.")))
                .contains("an array of the type")
                .doesNotContain("\n");
    }

    @Test
    void refusesAnUnknownOpcode() throws IOException {
        assertThat(refusal(pickle("]\u00ff.")))
                .contains("the opcode 0xff at byte 3 does not exist")
                .contains("at byte 3");
    }

    private static List<String> refused() {
        return PickleFixtures.all()
                .filter(name -> name.startsWith("malicious") || name.contains("refused"))
                .toList();
    }

    private static byte[] pickle(String opcodes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[] {(byte) Opcode.PROTO, 2});
        bytes.writeBytes(opcodes.getBytes(StandardCharsets.ISO_8859_1));
        return bytes.toByteArray();
    }

    private static String refusal(byte[] pickle) {
        var refusal = new String[1];
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> PickleFixtures.read(pickle, new CountingSink()))
                .satisfies(e -> refusal[0] = e.getMessage());
        return refusal[0];
    }
}
