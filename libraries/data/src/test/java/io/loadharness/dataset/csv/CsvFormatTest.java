// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.Fixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFormatTest {

    private static final CsvFormat FORMAT = new CsvFormat();

    private static List<Map<String, Object>> rows(String text) throws IOException {
        return BytesSource.read(FORMAT, text).list();
    }

    private static void assertRejected(String text, String... parts) {
        assertThatThrownBy(() -> rows(text))
                .isInstanceOf(DatasetException.class)
                .hasMessageContainingAll(parts);
    }

    private static int likelihood(String text, String name) {
        return FORMAT.likelihood(new FileStart(text.getBytes(StandardCharsets.UTF_8), name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,b\n1,x\n2,y\n",
                "a,b\r\n1,x\r\n2,y\r\n",
                "a,b\r1,x\r2,y\r",
                "a,b\n1,x\n\n2,y",
                "\uFEFFa,b\n1,x\n2,y\n"
            })
    void allLineEndingsAreAccepted(String text) throws IOException {
        assertThat(rows(text)).containsExactly(Map.of("a", 1L, "b", "x"), Map.of("a", 2L, "b", "y"));
    }

    @Test
    void quotedCellsMayContainLineEndingsSeparatorsAndQuotes() throws IOException {
        assertThat(rows("a,b\n\"one\r\ntwo\",\"x, \"\"y\"\"\"\n"))
                .containsExactly(Map.of("a", "one\r\ntwo", "b", "x, \"y\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a;b|1,5;2,5|a=1,5 b=2,5",
                "a,b|1;5,2;5|a=1;5 b=2;5",
                "\"a;x\",b|1,2|a;x=1 b=2",
                "a|1,5|rejected",
            })
    void theMostConsistentSeparatorIsUsed(String header, String record, String expected) throws IOException {
        String text = header + "\n" + record + "\n";
        if (expected.equals("rejected")) {
            assertRejected(text, "line 2", "2 cells", "1 cell");
            return;
        }
        var actual = new StringBuilder();
        rows(text)
                .get(0)
                .forEach((name, value) ->
                        actual.append(name).append('=').append(value).append(' '));
        assertThat(actual.toString().trim()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, java.lang.Long",
        "-5, 0, java.lang.Long",
        "9223372036854775807, 1, java.lang.Long",
        "9223372036854775808, 1, java.lang.String",
        "007, 1, java.lang.String",
        "-01, 1, java.lang.String",
        "+1, 1, java.lang.String",
        "1, 0.5, java.lang.Double",
        "1, nan, java.lang.Double",
        ".5, 1e-3, java.lang.Double",
        "1., -inf, java.lang.Double",
        "1, e5, java.lang.String",
        "1, 1e, java.lang.String",
        "1, -, java.lang.String",
        "1, ., java.lang.String",
        "1, 1.2.3, java.lang.String",
        "true, False, java.lang.Boolean",
        "true, 1, java.lang.String",
        "truely, true, java.lang.String",
    })
    void allCellsDetermineTheTypeOfAColumn(String first, String second, Class<?> expected) throws IOException {
        List<Map<String, Object>> rows = rows("a,b\n" + first + ",\n" + second + ",\n,\n");
        assertThat(rows.subList(0, 2)).extracting(row -> row.get("a")).hasOnlyElementsOfType(expected);
        assertThat(rows.get(2)).isEmpty();
    }

    @Test
    void theLastCellCanChangeTheTypeOfAColumn() throws IOException {
        List<Map<String, Object>> rows = rows("a\n" + "1\n".repeat(10_000) + "x\n");
        assertThat(rows).hasSize(10_001);
        assertThat(rows.get(0)).isEqualTo(Map.of("a", "1"));
    }

    @Test
    void blanksAroundNumbersAreIgnored() throws IOException {
        assertThat(rows("a,b\n 1 , 0.5\n")).containsExactly(Map.of("a", 1L, "b", 0.5));
    }

    @Test
    void anEmptyCellIsMissingAndAQuotedOneIsAnEmptyText() throws IOException {
        assertThat(rows("a,b\n,1\n\"\",\"\"\nx,3\n"))
                .containsExactly(Map.of("b", 1L), Map.of("a", ""), Map.of("a", "x", "b", 3L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1, 2, 3]", "[1,2,3]", "[1 2 3]", "[ 1  2\n 3]", "[1 ,2, 3 ]"})
    void listsOfJsonPythonAndNumPyAreRead(String list) throws IOException {
        assertThat(rows("ids\n\"" + list + "\"\n[]\n"))
                .containsExactly(Map.of("ids", List.of(1L, 2L, 3L)), Map.of("ids", List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a, b]", "[0.5, 1]", "[[1], [2]]", "[1, 2", "[1. 2.]", "[", "x[1]"})
    void otherListsAreTexts(String list) throws IOException {
        assertThat(rows("ids\n[1]\n\"" + list + "\"\n")).containsExactly(Map.of("ids", "[1]"), Map.of("ids", list));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none|contains lists, but this cell is \"none\"",
                "[|this cell is \"[\"",
                "[1, x]|malformed at \"x\""
            })
    void anotherValueAfterManyListsIsRejected(String cell, String expected) {
        assertRejected("ids,text\n" + "[1],x\n".repeat(5000) + "\"" + cell + "\",y\n", "column \"ids\"", expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,,2]|malformed",
                "[1, 2,]|malformed",
                "[,1]|malformed",
                "[1-2]|malformed",
                "[- 1]|malformed",
                "[--1]|malformed",
                "[1, 2147483648]|contains 2147483648; elements must be between -2147483648 and 2147483647",
                "[-2147483649]|contains -2147483649; elements must be between -2147483648 and 2147483647",
                "[1, 99999999999999999999]|contains 99999999999999999999; elements must be between",
                "[0 1 ... 8 9]|NumPy shortened it"
            })
    void anIncompleteOrMalformedListIsRejected(String list, String expected) {
        assertRejected("ids\n[1]\n\"" + list + "\"\n", "column \"ids\"", expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b\\n1,2\\n3\\n|line 3: 1 cell, but the header has 2 cells",
                "a,b\\n1,2\\n\"x\\ny\",4\\n3,4,5\\n|line 5: 3 cells",
                "a,a\\n1,2\\n|two columns are named \"a\"",
                "a,\\n1,2\\n|column 2 has no name",
                ",a\\n0,2\\n|index=False",
                "1,2\\n3,4\\n|\"1\" looks like a value",
                "a,0.5\\nb,4\\n|\"0.5\" looks like a value",
                "text,true\\nb,false\\n|\"true\" looks like a value",
                "a,b\\n1,\"2\\n3,4\\n|line 2: the closing quote",
                "a,b\\n1,\"2\"x\\n|line 2: the closing quote"
            })
    void anInvalidTableIsRejectedWithThePosition(String text, String expected) {
        assertRejected(text.replace("\\n", "\n"), expected);
    }

    @Test
    void anEmptyFileIsRejected() {
        assertRejected("", "empty");
        assertRejected("\n\n", "empty");
    }

    @Test
    void anotherEncodingIsRejected() {
        byte[] latin = "a,b\n1,2\ngr\u00fc\u00df,3\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> BytesSource.read(FORMAT, latin))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("UTF-8");
        byte[] wide = "\uFEFFa,b\n1,2\n".getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> BytesSource.read(FORMAT, wide))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("UTF-16");
    }

    @Test
    void theIndexOfPandasIsRejectedWithARemedy() {
        assertThatThrownBy(() -> BytesSource.read(
                        FORMAT, Fixture.of("csv", "refused-index.csv").bytes()))
                .hasMessageContaining("index=False");
    }

    @Test
    void theSmallestIntegersAreRead() throws IOException {
        assertThat(BytesSource.read(FORMAT, "n,ids\n-9223372036854775808,\"[-2147483648, 0000000000001]\"\n")
                        .list())
                .containsExactly(Map.of("n", Long.MIN_VALUE, "ids", List.of(-2147483648L, 1L)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n,m\n0.5,1\n9007199254740993,2\n",
                "n,m\n9007199254740993,1\n0.5,2\n",
                "n,m\n0.5,1\n-9223372036854775808,2\n",
            })
    void anIntegerThatAFractionalColumnWouldRoundIsRejected(String text) {
        assertRejected(text, "column \"n\": the integer ");
        assertRejected(text, "does not fit exactly into a column of floating-point numbers");
    }

    @Test
    void aLateFractionInAListIsRejectedAsSuch() {
        assertRejected(
                "ids\n" + "[1 2]\n".repeat(3000) + "[1.5]\n",
                "column \"ids\" contains the fraction 1.5, but the lists of earlier rows contain integers");
    }

    @Test
    void aCellThatIsTooLongIsRejectedAsSuch() {
        String text = "a,b\n1,2\n" + "x".repeat((1 << 26) + 1);

        assertRejected(text, "line 3: a cell has more than 67108864 bytes, the maximum");
    }

    @Test
    void listsThatNumPyShortenedAreRejected() {
        assertThatThrownBy(() -> BytesSource.read(
                        FORMAT, Fixture.of("csv", "refused-shortened.csv").bytes()))
                .hasMessageContaining("tolist()");
    }

    @Test
    void theContentCountsMoreThanTheNameOfAFile() {
        assertThat(likelihood("a,b\n1,2\n", "x.csv")).isGreaterThan(likelihood("a,b\n1,2\n", "x"));
        assertThat(likelihood("a,b\n1,2\n", "x")).isGreaterThan(50);
        assertThat(likelihood("a\n1\n", "x.csv")).isBetween(1, 50);
        assertThat(likelihood("a\n1\n", "x")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n",
                "[1, 2]\n[3, 4]\n",
                "\uFEFF {\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n",
                "a\0,b\n1,2\n"
            })
    void jsonAndBinaryFilesAreNotTables(String text) {
        assertThat(likelihood(text, "x")).isZero();
    }
}
