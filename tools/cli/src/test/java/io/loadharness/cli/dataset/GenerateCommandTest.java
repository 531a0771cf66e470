// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.IntListColumn;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.TextColumn;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateCommandTest {

    private static final Path TOKENIZER =
            Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interactive-chat --prompt-count 50",
                "image-classification --prompt-count 3",
                "random --prompt-count 50 --input-length 20 --output-length poisson:mean=5:min=1:max=9 --style text",
                "shared-prefixes --groups 3 --system-prompt-length uniform:min=5:max=9 --style chat",
                "conversations --conversations 4 --turns uniform:min=1:max=3 --concurrent-conversations 2 --input-length 7",
                "trace --trace TRACE",
            })
    void sameOptionsGiveTheSameFile(String workload) throws IOException {
        Path trace = Files.writeString(
                folder.resolve("trace.csv"), "Timestamp,Request tokens,Response tokens\n0,10,3\n0.5,12,4\n");
        String options = workload.replace("TRACE", trace.toString());
        Path one = generated("one.jsonl", options);
        Path same = generated("same.jsonl", options + " --seed 0");
        Path other = generated("other.jsonl", options + " --seed 1");

        assertThat(one).hasSameBinaryContentAs(same);
        assertThat(Files.mismatch(one, other)).isNotNegative();
    }

    @Test
    void lengthsMatchTheOptions() throws IOException {
        Path file = generated(
                "lengths.jsonl",
                "random --prompt-count 100 --vocabulary 10 --input-length uniform:min=3:max=5 --output-length 7");

        assertThat(Session.of("dataset", "inspect", file.toString()).plainOut())
                .containsPattern("(?m)^input_ids +list of integers +0 +3 +4 +5 +input_ids$")
                .containsPattern("(?m)^output_len +integer +0 +7 +7 +7 +output_lens$");
    }

    @Test
    void groupsShareOnlyTheirPrefix() throws IOException {
        Dataset set = Dataset.read(generated(
                "set.jsonl",
                "shared-prefixes --groups 3 --prompts-per-group 4 --system-prompt-length 20 --input-length 5"
                        + " --output-length 2"));

        IntListColumn ids = (IntListColumn) set.column("input_ids");
        IntegerColumn groups = (IntegerColumn) set.column("prefix_group");
        Set<List<Object>> beginnings = new HashSet<>();
        Set<List<Integer>> questions = new HashSet<>();
        for (int row = 0; row < set.rows(); row++) {
            assertThat(ids.length(row)).isEqualTo(25);
            beginnings.add(List.of(groups.get(row), part(ids, row, 0, 20)));
            questions.add(part(ids, row, 20, 25));
        }
        assertThat(set.rows()).isEqualTo(12);
        assertThat(beginnings).hasSize(3);
        assertThat(questions).hasSize(12);
    }

    @Test
    void groupsAreEven() throws IOException {
        Dataset set = Dataset.read(generated("set.jsonl", "shared-prefixes --groups 3 --prompt-count 10"));

        IntegerColumn groups = (IntegerColumn) set.column("prefix_group");
        int[] sizes = new int[3];
        IntStream.range(0, set.rows()).forEach(row -> sizes[(int) groups.get(row)]++);
        assertThat(sizes).containsExactlyInAnyOrder(4, 3, 3);
    }

    @Test
    void turnContainsTheHistory() throws IOException {
        Dataset set = Dataset.read(generated(
                "set.jsonl",
                "conversations --conversations 2 --turns 3 --system-prompt-length 6 --own-system-prompt-length 4"
                        + " --input-length 5 --output-length 2"));

        IntListColumn ids = (IntListColumn) set.column("input_ids");
        assertThat(set.rows()).isEqualTo(6);
        for (int row = 0; row < 6; row++) {
            int turn = row % 3;
            assertThat(ids.length(row)).isEqualTo(6 + 4 + 5 + turn * (5 + 2));
            assertThat(part(ids, row, 0, 6)).isEqualTo(part(ids, 0, 0, 6));
            if (turn > 0) {
                assertThat(part(ids, row, 0, ids.length(row - 1)))
                        .isEqualTo(part(ids, row - 1, 0, ids.length(row - 1)));
            }
        }
        assertThat(part(ids, 3, 6, 10)).isNotEqualTo(part(ids, 0, 6, 10));
    }

    @Test
    void traceSetsLengthsTimesAndEqualBlocks() throws IOException {
        Path trace = Files.writeString(folder.resolve("mooncake.jsonl"), """
                {"timestamp": 0, "input_length": 600, "output_length": 3, "hash_ids": [7, 8]}
                {"timestamp": 250, "input_length": 520, "output_length": 4, "hash_ids": [7, 9]}
                """);

        Dataset set = Dataset.read(generated("set.jsonl", "trace --trace " + trace));

        IntListColumn ids = (IntListColumn) set.column("input_ids");
        assertThat(ids.length(0)).isEqualTo(600);
        assertThat(ids.length(1)).isEqualTo(520);
        assertThat(part(ids, 0, 0, 512)).isEqualTo(part(ids, 1, 0, 512));
        assertThat(part(ids, 0, 512, 520)).isNotEqualTo(part(ids, 1, 512, 520));
        assertThat(set.column("at_s").json(1)).isEqualTo("0.25");
        assertThat(set.column("output_len").json(1)).isEqualTo("4");
    }

    @Test
    void tokenizerMakesLengthsExactWithoutSpecialTokens() throws IOException {
        String lengths = "random --prompt-count 20 --input-length uniform:min=1:max=90 --output-length 1 --tokenizer "
                + TOKENIZER + " --style ";
        Dataset texts = Dataset.read(generated("texts.jsonl", lengths + "text"));
        Dataset ids = Dataset.read(generated("ids.jsonl", lengths + "ids"));

        TextColumn text = (TextColumn) texts.column("input");
        IntListColumn tokens = (IntListColumn) ids.column("input_ids");
        try (Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            for (int row = 0; row < 20; row++) {
                assertThat(tokenizer.count(text.get(row))).isEqualTo(tokens.length(row));
                assertThat(part(tokens, row, 0, tokens.length(row)))
                        .allSatisfy(id -> assertThat(id).isLessThan(tokenizer.vocabularySize()))
                        .noneMatch(tokenizer::isSpecial);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "--prompt-count 1|no workload is given: give --workload, for example --workload interactive-chat",
                "--workload translation|--workload=translation needs --prompt-count, for example --prompt-count 1000",
                "--workload translation --prompt-count 0|--prompt-count must be at least 1: got 0",
                "--workload translate --prompt-count 1|unknown workload 'translate'; did you mean 'translation'? Allowed: interactive-chat,",
                "--workload profile --prompt-count 1|unknown workload 'profile'",
                "--workload translation --prompt-count 1 --input-length 5|--input-length does not apply to --workload=translation, which takes --prompt-count",
                "--workload random --prompt-count 1 --output-length 5|--workload=random needs --input-length, for example --input-length 512",
                "--workload random --prompt-count 1 --input-length norml:mean=5 --output-length 1|did you mean 'normal'?",
                "--workload random --prompt-count 1 --input-length normal:mean=5 --output-length 1|needs std",
                "--workload random --prompt-count 1 --input-length uniform:min=5:max=1 --output-length 1|min",
                "--workload random --prompt-count 1 --input-length uniform:min=5:max=7:mean=6 --output-length 1|has the unknown field mean",
                "--workload random --prompt-count 1 --input-length uniform:min=x:max=7 --output-length 1|needs a whole number for min",
                "--workload random --prompt-count 1 --input-length 0 --output-length 1|inputLength must be at least 1, but can be 0",
                "--workload random --prompt-count 1 --input-length 5 --output-length 1 --style text --vocabulary 9|--vocabulary applies only to --style=ids",
                "--workload random --prompt-count 1 --input-length 5 --output-length 1 --vocabulary 0|--vocabulary must be at least 1: got 0",
                "--workload image-classification --prompt-count 1 --style ids|images require the style 'chat': the style of the prompts is token ids",
                "--workload shared-prefixes --prompt-count 5 --prompts-per-group 2|both set the number of prompts: give only one of them",
                "--workload shared-prefixes --groups 0|--groups must be at least 1: got 0",
                "--workload shared-prefixes --groups 100000 --prompts-per-group 100000|prompts exceed the maximum of 2147483646 prompts in a data set",
                "--workload conversations|needs --conversations, for example --conversations 100",
                "--workload conversations --conversations 2 --system-prompt-length uniform:min=1:max=2|must be a number, because all conversations share one system prompt: got uniform",
                "--workload conversations --conversations 2 --max-length 100|the maximum number of tokens of a first turn with its completion: got 100",
                "--workload conversations --conversations 2 --groups 1|--groups does not apply to --workload=conversations, which takes --conversations, --turns,",
                "--workload trace|needs --trace, for example --trace",
            })
    void rejectsWrongOptionsBeforeWriting(String options, String said) {
        Session session = Session.of(("dataset generate " + folder.resolve("out.jsonl") + " " + options).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines().get(0)).contains(said);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void reportsColumnsOfAFileThatIsNotATrace() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.csv"), "a,b\n1,2\n");
        Path failures =
                Files.writeString(folder.resolve("failures.csv"), "Timestamp,Request tokens,Response tokens\n0,10,0\n");

        assertThat(attempt("trace --trace " + trace).err())
                .startsWith(trace + ", row 1: the columns a, b are not those of a known trace: ")
                .hasLineCount(1);
        assertThat(attempt("trace --trace " + failures).errLines().get(0))
                .isEqualTo(failures + " has no request with both a prompt and a completion: use another trace.");
    }

    private Session attempt(String workload) {
        return Session.of(("dataset generate " + folder.resolve("out.jsonl") + " --workload " + workload).split(" "));
    }

    private Path generated(String name, String workload) {
        Path file = folder.resolve(name);
        Session session = Session.of(("dataset generate " + file + " --workload " + workload).split(" "));
        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).startsWith(file + ": ").endsWith(" rows\n");
        return file;
    }

    private static List<Integer> part(IntListColumn ids, int row, int from, int to) {
        List<Integer> part = new ArrayList<>();
        for (int i = from; i < to; i++) {
            part.add(ids.get(row, i));
        }
        return part;
    }
}
