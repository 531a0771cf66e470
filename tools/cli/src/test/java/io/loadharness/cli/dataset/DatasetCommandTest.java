// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetCommandTest {

    private static final Path TOKENIZER =
            Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");

    @TempDir
    Path folder;

    @Test
    void convertsFormulasAndReportsTheirNumber() throws IOException {
        Path in =
                Files.writeString(folder.resolve("f.csv"), "a,b\n\"=HYPERLINK(\"\"http://x\"\")\",-1\n+x,2\nplain,3\n");
        Path out = folder.resolve("o.csv");

        Session raw = Session.of("dataset", "convert", in.toString(), out.toString());

        assertThat(raw.outLines())
                .containsExactly(
                        out + ": 3 rows",
                        "Warning: " + out + " has 2 cells that spreadsheet programs treat as formulas, because of =, +,"
                                + " -, @ or a tab at the start: before you open it in such a program, write it again with"
                                + " --escape-formulas");
        assertThat(out).content().contains("\n\"=HYPERLINK(");

        Session escaped = Session.of("dataset", "convert", in.toString(), out.toString(), "--escape-formulas");

        assertThat(escaped.outLines())
                .containsExactly(
                        out + ": 3 rows",
                        "An apostrophe was written in front of 2 cells that spreadsheet programs would treat as formulas");
        assertThat(out).content().contains("\n\"'=HYPERLINK(", "\n'+x,2", ",-1\r\n");

        Session other = Session.of(
                "dataset", "convert", in.toString(), folder.resolve("o.jsonl").toString(), "--escape-formulas");
        assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(other.errLines())
                .containsExactly("--escape-formulas applies only to CSV files: leave out --escape-formulas, or write a"
                        + " .csv file.");
    }

    @Test
    void inspectShowsColumnsLengthsAndRows() throws IOException {
        Path file = articles(20);

        Session session = Session.of("dataset", "inspect", file.toString(), "--rows", "1");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .startsWith(file + ": 20 rows of jsonl\nLooks like MLPerf's data set for llama3.1-8b\n")
                .containsPattern("(?m)^tok_input +list of integers +0 +1 +11 +20 +input_ids$")
                .containsPattern("(?m)^output +text +0 +6 +7 +7 +targets$")
                .containsPattern("(?m)^ +0 –  1  █+ 1$")
                .containsPattern("(?m)^ +18 – 19  █{50} 2$")
                .contains("""
                        Row 1
                          instruction: "Summarize"
                          input: "Article 1"
                          tok_input: [1]
                          output: "End 1."
                        """)
                .doesNotContain("Row 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Infinity", "-Infinity", "1e300", "-1e300"})
    void inspectAcceptsAnyLengthValue(String length) throws IOException {
        Path file =
                Files.writeString(folder.resolve("a.jsonl"), "{\"input_len\": 5.5}\n{\"input_len\": " + length + "}\n");

        Session session = Session.of("dataset", "inspect", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).contains("Row 2").doesNotContain("█");
    }

    @Test
    void inspectReportsIdsThatAreNotIntegers() throws IOException {
        Path file = Files.writeString(folder.resolve("ids.csv"), "input_ids,n\n\"[1, 2]\",0\n\"[1.5]\",1\n");

        assertThat(Session.of("dataset", "inspect", file.toString()).plainOut())
                .contains("Warning: run rejects this data set: ids.csv: column \"input_ids\", used as input_ids, must"
                        + " have the type list of integers: got the type text, because row 2 has the value \"[1.5]\"");
    }

    @ParameterizedTest
    @CsvSource({
        "7, 9223372036854775808, true",
        "0.5, -9223372036854775809, true",
        "18446744073709551615, 18446744073709551616, true",
        "7, -9223372036854775808, false",
        "x, 9223372036854775808, false",
        "007, 9223372036854775808, false",
    })
    void inspectReportsIntegersThatMakeAColumnText(String first, String last, boolean isReported) throws IOException {
        Path file = Files.writeString(folder.resolve("n.csv"), "input,n\na," + first + "\nb," + last + "\n");

        String out = Session.of("dataset", "inspect", file.toString()).plainOut();

        assertThat(out.contains("Column \"n\" is text, because the integer ")).isEqualTo(isReported);
    }

    @Test
    void inspectReportsAMessageThatRunRejects() throws IOException {
        String line = "{\"messages\": [{\"role\": \"user\", \"content\": \"a\", \"w\": %s}]}\n";
        Path file = Files.writeString(folder.resolve("a.jsonl"), line.formatted("1.5") + line.formatted("Infinity"));

        Session session = Session.of("dataset", "inspect", file.toString());

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .contains("Warning: run rejects this data set: a.jsonl, row 2: \"messages\" is not a valid prompt:"
                        + " contains the number Infinity");
    }

    @Test
    void inspectShowsNumbersThatJsonDoesNotHave() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "x,y\n1.5,a\ninf,b\n-inf,c\n");

        Session session = Session.of("dataset", "inspect", file.toString(), "--rows", "3");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).contains("x: 1.5", "x: Infinity", "x: -Infinity");
    }

    @Test
    void escapesControlCharactersOfAFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("set.jsonl"),
                "{\"a\\u001b]0;title\\u0007\": \"\\u009b31m\\u202e\", \"\\u001b[2J\": [1, 2]}\n");

        Session session = Session.of("dataset", "inspect", file.toString(), "--rows", "1");
        Session wrong = Session.of("dataset", "inspect", "\u001b[2J", "--x\u001b[2J");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("a\ufffd]0;title\ufffd").doesNotContainPattern("[\\p{Cc}\u202e&&[^\n]]");
        assertThat(wrong.err()).contains("\ufffd[2J").doesNotContainPattern("[\\p{Cc}&&[^\n]]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "npz", "parquet"})
    void convertEncodesPromptsWithATokenizer(String format) throws IOException {
        Path texts = Files.writeString(
                folder.resolve("texts.jsonl"), "{\"question\": \"Why?\"}\n{\"question\": \"Say <|im_end|>.\"}\n");
        Path ids = folder.resolve("ids." + format);

        Session session = converted(texts, ids, "--tokenizer " + TOKENIZER);

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        Dataset set = Dataset.read(ids);
        try (Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            int[] expected = tokenizer.encodePrompt("Say <|im_end|>.");
            assertThat(set.column("input_ids").json(1)).isEqualTo(Arrays.toString(expected));
            assertThat(set.column("input_lens").json(1)).isEqualTo(String.valueOf(expected.length));
        }
    }

    /** Writes two prompts of different lengths. */
    private Path twoPrompts() throws IOException {
        return Files.writeString(folder.resolve("texts.jsonl"), "{\"input\": \"Why?\"}\n{\"input\": \"Why is it?\"}\n");
    }

    @ParameterizedTest
    @CsvSource({"byte-level-bpe, --pad-id 2, 2", "qwen-style, --pad-id 2, 2", "qwen-style,, 0"})
    void convertPadsPromptsInAnArray(String model, String options, int pad) throws IOException {
        Path texts = twoPrompts();
        Path array = folder.resolve("ids.npy");
        Path tokenizer = TOKENIZER.resolveSibling(model);

        Session session = converted(texts, array, "--tokenizer " + tokenizer + (options == null ? "" : " " + options));

        assertThat(session.err()).isEmpty();
        List<int[]> prompts = new ArrayList<>();
        try (Tokenizer opened = Tokenizer.open(tokenizer)) {
            prompts.add(opened.encodePrompt("Why?"));
            prompts.add(opened.encodePrompt("Why is it?"));
        }
        int[] first = Arrays.copyOf(prompts.get(0), prompts.get(1).length);
        Arrays.fill(first, prompts.get(0).length, first.length, pad);
        assertThat(Dataset.read(array).column("input_ids").json(0)).isEqualTo(Arrays.toString(first));
        Dataset cut = new DatasetReader().pad(pad).read(array);
        for (int i = 0; i < 2; i++) {
            assertThat(cut.column("input_ids").json(i)).isEqualTo(Arrays.toString(prompts.get(i)));
        }
        assertThat(session.out())
                .contains("Warning: " + array + ": short lists of \"input_ids\" are padded on the right to "
                        + first.length + " ids with id " + pad + ": read the file with the pad id " + pad
                        + " (--pad-id)");
    }

    @Test
    void convertNeedsAPadIdIfTheTokenizerHasNone() throws IOException {
        Path texts = twoPrompts();

        Session session = converted(texts, folder.resolve("ids.npy"), "--tokenizer " + TOKENIZER);

        assertThat(session.err()).contains("set the id with which short lists are padded (--pad-id), or write .npz");
        assertThat(folder.resolve("ids.npy")).doesNotExist();
    }

    @Test
    void anArchiveContainsTheLengthsOfPromptsOnce() throws IOException {
        Path texts = twoPrompts();
        Path archive = folder.resolve("ids.npz");

        converted(texts, archive, "--tokenizer " + TOKENIZER);

        try (ZipFile zip = new ZipFile(archive.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName))
                    .containsExactly("input.npy", "input_ids.npy", "input_lens.npy");
        }
    }

    @Test
    void convertRendersPromptsByAChatTemplate() throws IOException {
        Path texts = Files.writeString(folder.resolve("texts.jsonl"), "{\"q\": \"Why?\"}\n");
        Path template = Files.writeString(
                folder.resolve("chat.jinja"), "<|im_start|>{{ messages[0].role }}:{{ messages[0].content }}");
        Path ids = folder.resolve("ids.jsonl");

        Session session =
                converted(texts, ids, "--column input=q --tokenizer " + TOKENIZER + " --chat-template " + template);

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        try (Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            assertThat(Dataset.read(ids).column("input_ids").json(0))
                    .isEqualTo(Arrays.toString(tokenizer.encode("<|im_start|>user:Why?")));
        }
    }

    @Test
    void convertEncodesNoImages() throws IOException {
        Path texts =
                Files.writeString(folder.resolve("texts.jsonl"), "{\"input\": \"Why?\", \"images\": [\"a.png\"]}\n");

        Session session = converted(texts, folder.resolve("ids.jsonl"), "--tokenizer " + TOKENIZER);

        assertThat(session.errLines())
                .containsExactly(texts + ": column \"images\" contains images, which prompts of token ids cannot have:"
                        + " use text prompts, or remove the column.");
        assertThat(folder.resolve("ids.jsonl")).doesNotExist();
    }

    @Test
    void namesAMissingChatTemplate() throws IOException {
        Path texts = Files.writeString(folder.resolve("texts.jsonl"), "{\"input\": \"Why?\"}\n");
        Path template = folder.resolve("nofile.jinja");

        Session session = converted(
                texts, folder.resolve("ids.jsonl"), "--tokenizer " + TOKENIZER + " --chat-template " + template);

        assertThat(session.errLines()).containsExactly(template + " does not exist.");
    }

    @Test
    void warnsAboutListsThatSeemToBePadded() throws IOException {
        Path lists = Files.writeString(
                folder.resolve("ids.jsonl"),
                "{\"input_ids\": [7, 8, 0, 0]}\n{\"input_ids\": [9, 0, 0, 0]}\n{\"input_ids\": [7, 8, 9, 10]}\n");
        Path array = folder.resolve("ids.npy");

        Session list = Session.of("dataset", "inspect", lists.toString());
        converted(lists, array, "--only input_ids");
        Session padded = Session.of("dataset", "inspect", array.toString());
        Session cut = Session.of("dataset", "inspect", array.toString(), "--pad-id=0");

        String warning =
                "Warning: 2 of 3 rows of input_ids end with id 0, 2 of them with several. If this is padding, ";
        assertThat(list.outLines())
                .contains(warning + "remove it before you save the file: --pad-id applies only to NumPy arrays.");
        assertThat(padded.outLines()).contains(warning + "--pad-id=0 removes it.");
        assertThat(cut.exitCode()).as(cut.err()).isEqualTo(ExitCode.OK);
        assertThat(cut.out()).doesNotContain("Warning");
    }

    @Test
    void warnsIfTheSideOfThePaddingIsUnknown() throws IOException {
        Path lists = Files.writeString(
                folder.resolve("ids.jsonl"), "{\"input_ids\": [5, 6, 2]}\n{\"input_ids\": [5, 6, 7, 2]}\n");
        Path arrays = folder.resolve("ids.npz");
        converted(lists, arrays, null);

        String warning = "Warning: " + arrays + ": the padding of \"input_ids\" is on the left or on the right";
        assertThat(Session.of("dataset", "inspect", arrays.toString()).out()).contains(warning);
        assertThat(converted(arrays, folder.resolve("again.jsonl"), null).out()).contains(warning, "--pad-id");
        assertThat(Session.of("dataset", "inspect", arrays.toString(), "--pad-id=0")
                        .out())
                .doesNotContain("Warning");
    }

    @Test
    void namesTheRangeOfAPadId() {
        Session session = Session.of("dataset", "inspect", "a.npy", "--pad-id=99999999999");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .first()
                .isEqualTo("--pad-id must be from -2147483648 to 2147483647: got 99999999999.");
    }

    @Test
    void convertNamesTheRowThatCannotBeEncoded() throws IOException {
        Path texts = Files.writeString(folder.resolve("texts.jsonl"), "{\"input\": \"a\"}\n{\"input\": \"\"}\n");

        Session session = converted(texts, folder.resolve("ids.jsonl"), "--tokenizer " + TOKENIZER);

        assertThat(session.err()).contains(texts + ": row 2: \"input\" is empty");
        assertThat(folder.resolve("ids.jsonl")).doesNotExist();
    }

    @Test
    void convertWarnsAboutColumnsThatAFileDoesNotContain() throws IOException {
        Path set = Files.writeString(folder.resolve("set.jsonl"), "{\"a\": \"x\", \"b\": 1, \"c\": \"y\"}\n");
        Path out = folder.resolve("out.npy");

        Session session = converted(set, out, null);

        assertThat(session.out()).contains("Warning: " + out + " does not contain the columns a, c, because");
    }

    @Test
    void convertNeedsNoColumnRoles() throws IOException {
        Session session = converted(articles(1), folder.resolve("out.csv"), "--column input=instruction");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("--column");
        assertThat(folder.resolve("out.csv")).doesNotExist();
    }

    @Test
    void readsColumnRolesFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("a.jsonl"), "{\"q\": \"Why?\", \"a\": \"So.\", \"b\": \"No.\"}\n");
        Path columns = Files.writeString(folder.resolve("columns.yaml"), "input: q\ntargets: a\n");

        Session both = Session.of(
                "dataset", "inspect", file.toString(), "--columns", columns.toString(), "--column", "targets=b");

        assertThat(both.err()).isEmpty();
        assertThat(both.plainOut())
                .containsPattern("(?m)^q +text .* input$")
                .containsPattern("(?m)^b +text .* targets$")
                .doesNotContainPattern("(?m)^a +text .* targets$");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        inputs: q        | line 1: unknown key 'inputs'; did you mean 'input'?
        input: 5         | line 1: input must be text: got the number 5; put it in quotes.
        input: [a]       | line 1: input must be text: got a list.
        """)
    void reportsWrongColumnFile(String text, String sentence) throws IOException {
        Path file = Files.writeString(folder.resolve("a.jsonl"), "{\"q\": \"Why?\"}\n");
        Path columns = Files.writeString(folder.resolve("columns.yaml"), text + "\n");

        Session session = Session.of("dataset", "inspect", file.toString(), "--columns", columns.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err().lines()).containsExactly(columns + " " + sentence);
    }

    @Test
    void cutsALongValueBetweenCharacters() throws IOException {
        Path file = Files.writeString(folder.resolve("a.jsonl"), "{\"text\": \"" + "\uD83D\uDE00".repeat(80) + "\"}");

        assertThat(Session.of("dataset", "inspect", file.toString()).plainOut())
                .contains("\uD83D\uDE00 …")
                .doesNotContain("?");
    }

    @Test
    void validateListsDifferencesFromTheRules() throws IOException {
        Path file = articles(20);

        Session wrong = Session.of("dataset", "validate", "--model", "llama3.1-8b", file.toString());

        assertThat(wrong.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(wrong.plainOut())
                .isEqualTo(file + " is not the data set for llama3.1-8b:\n"
                        + "  articles.jsonl has 20 samples, but the data set of llama3.1-8b has 13368 or 5000\n");
        Session right = Session.of(
                "dataset", "validate", "--model", "llama3.1-8b", articles(5000).toString());
        assertThat(right.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(right.plainOut()).isEqualTo(file + " is a data set for llama3.1-8b: 5,000 samples\n");
    }

    @Test
    void suggestsTheNearestModelOrColumn() throws IOException {
        String file = articles(2).toString();

        Session model = Session.of("dataset", "validate", "--model", "llama3_1-8b", file);
        Session column = Session.of("dataset", "inspect", file, "--column", "input=artcle");

        assertThat(model.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(model.err()).contains("did you mean 'llama3.1-8b'?");
        assertThat(column.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(column.err()).contains("articles.jsonl has no column \"artcle\". Allowed: ");
    }

    @Test
    void sqlSelectsRowsAndColumns() throws IOException {
        String file = articles(20).toString();

        Session chosen = Session.of(
                "dataset", "inspect", file, "--dataset-sql", "select tok_input from data where len(tok_input) > 15");
        Session wrong = Session.of("dataset", "inspect", file, "--dataset-sql", "select tok_inptu from data");

        assertThat(chosen.plainOut()).startsWith(file + ": 5 rows of jsonl\n");
        assertThat(wrong.err())
                .contains("there is no column \"tok_inptu\"; did you mean 'tok_input'?")
                .hasLineCount(1);
    }

    @Test
    void namesThePlaceOnceWithSql() throws IOException {
        Path file = Files.writeString(folder.resolve("in.jsonl"), "{\"a\": 1}\n{\"a\": ");

        Session cut = Session.of("dataset", "inspect", file.toString(), "--dataset-sql", "select * from data");

        assertThat(cut.err()).isEqualTo(file + ": line 2, column 7: the file is truncated: the JSON is incomplete.\n");
    }

    @Test
    void convertsRowByRow() throws IOException {
        Path in = articles(3);
        Path out = folder.resolve("out.parquet");
        Path back = folder.resolve("back.jsonl");

        Session there = Session.of("dataset", "convert", in.toString(), out.toString());
        Session again = Session.of("dataset", "convert", out.toString(), back.toString());

        assertThat(there.err()).isEmpty();
        assertThat(there.plainOut()).isEqualTo(out + ": 3 rows\n");
        assertThat(again.err()).isEmpty();
        assertThat(Files.readString(back))
                .isEqualTo(Files.readString(in).replace(", ", ",").replace("\": ", "\":"));
        assertThat(folder)
                .isDirectoryNotContaining(path -> path.getFileName().toString().startsWith("."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{~a~: 1, ~t~: ~x~, ~o~: {~b~: 1}}#{~a~: 2, ~t~: null}||value|integer +0 +1 +2 +2",
                "{~a~: 1}#{~a~: 2.5}||value|number +0 +1 +2.500 +2.500",
                "{~a~: [1, 2], ~t~: ~x~}#{~a~: [3, 4], ~t~: ~y~}||input_ids|list of integers +0 +2 +2 +2",
                "{~a~: 1, ~b~: 7}#{~a~: 2, ~b~: 8}|--only b|value|integer +0 +7 +8 +8",
                "{~t~: ~x~, ~a~: 1}#{~t~: ~yes~, ~a~: 2}|--only t|input|text +0 +1 +3 +3",
            })
    void convertsAColumnToAnArray(String rows, String options, String name, String column) throws IOException {
        Path in = Files.writeString(
                folder.resolve("in.jsonl"), rows.replace('~', '"').replace('#', '\n'));
        Path out = folder.resolve("out.npy");

        Session session = converted(in, out, options);

        assertThat(session.err()).isEmpty();
        assertThat(session.plainOut()).startsWith(out + ": 2 rows\n");
        assertThat(Session.of("dataset", "inspect", out.toString()).plainOut())
                .startsWith(out + ": 2 rows of npy\n")
                .containsPattern("(?m)^" + name + " +" + column);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{~a~: 1, ~b~: 2}||.npy stores a single array, but there are the columns a, b: choose one with"
                        + " --only, for example --only a, or write .npz",
                "{~t~: ~x~, ~u~: ~y~}||.npy stores a single array, but there are no columns of numbers among t, u",
                "{~a~: [1]}#{~a~: [1, 2]}||column \"a\" has lists of 1 to 2 numbers, and a single array does not store"
                        + " their lengths: set the id with which short lists are padded (--pad-id), or write .npz instead",
                "{~a~: [1]}#{~a~: [1, 2]}|--pad-id 2|column \"a\" has the pad id 2 as a token in row 2, which a reader"
                        + " would remove: set another pad id (--pad-id), or write .npz, which stores the lengths",
                "{~a~: 1, ~b~: 2}|--only a,b|there are the columns a, b: choose one with",
                "{~a~: 1, ~bee~: 2}|--only be|unknown column \"be\"; did you mean 'bee'? Allowed: a, bee",
                "{~a~: {~b~: 1}}||column \"a\" has objects, or lists with elements other than integers; a NumPy array cannot"
                        + " store this: write .jsonl instead",
                "{~a~: 1}#{~a~: null}||column \"a\" has no value in row 2; a NumPy array cannot store this",
                "{~a~: 9007199254740993}#{~a~: 0.5}||column \"a\": the integer 9007199254740993 does not fit exactly"
                        + " into a column of floating-point numbers",
                "{~a~: 0.5}#{~a~: -9007199254740993}||column \"a\": the integer -9007199254740993 does not fit exactly"
                        + " into a column of floating-point numbers",
                "{~a~: 1}#{~a~: ~x~}||column \"a\" has integers and strings; a NumPy array cannot store this",
            })
    void rejectsDataThatIsNotASingleArray(String rows, String options, String said) throws IOException {
        Path in = Files.writeString(
                folder.resolve("in.jsonl"), rows.replace('~', '"').replace('#', '\n'));

        Session session = converted(in, folder.resolve("out.npy"), options);

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err()).contains(said).hasLineCount(1);
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(in));
    }

    private static Session converted(Path in, Path out, String options) {
        List<String> arguments = new ArrayList<>(List.of("dataset", "convert", in.toString(), out.toString()));
        if (options != null) {
            arguments.addAll(List.of(options.split(" ")));
        }
        return Session.of(arguments.toArray(String[]::new));
    }

    @Test
    void reportsMissingFolder() throws IOException {
        Path in = Files.writeString(folder.resolve("in.jsonl"), "{\"a\": 1}");
        Path out = folder.resolve("none/out.parquet");
        Path taken = Files.createDirectory(folder.resolve("out.jsonl"));

        assertThat(Session.of("dataset", "convert", in.toString(), out.toString())
                        .err())
                .isEqualTo("folder " + out.getParent() + " of " + out + " does not exist.\n");
        assertThat(Session.of("dataset", "convert", in.toString(), taken.toString())
                        .err())
                .isEqualTo(taken + " is a folder; a data set must be a file.\n");
    }

    @Test
    void failedConversionLeavesNoFile() throws IOException {
        Path in = Files.writeString(folder.resolve("in.jsonl"), "{\"a\": 1}\n{\"a\": ");
        Path out = folder.resolve("out.jsonl");

        Session cut = Session.of("dataset", "convert", in.toString(), out.toString());
        Session unknown = Session.of(
                "dataset", "convert", in.toString(), folder.resolve("out.xls").toString());

        assertThat(cut.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(cut.err()).isEqualTo(in + ": line 2, column 7: the file is truncated: the JSON is incomplete.\n");
        assertThat(unknown.err()).contains("it must end with .csv, .json, .jsonl, .npy, .npz, .parquet");
        assertThat(folder)
                .isDirectoryNotContaining(path -> path.getFileName().toString().contains("out"));
    }

    private Path articles(int count) throws IOException {
        return Files.writeString(
                folder.resolve("articles.jsonl"),
                IntStream.rangeClosed(1, count)
                        .mapToObj(DatasetCommandTest::article)
                        .collect(Collectors.joining()));
    }

    private static String article(int number) {
        String ids = IntStream.rangeClosed(1, Math.min(number, 20))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "{\"instruction\": \"Summarize\", \"input\": \"Article " + number + "\", \"tok_input\": [" + ids
                + "], \"output\": \"End " + number + ".\"}\n";
    }
}
