// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImagesTest {

    private static final String PNG = "\u0089PNG\r\n\u001a\n";
    private static final ContentPart.Image SHOWN = ContentPart.Image.of("image/png", bytes(PNG));

    @TempDir
    Path folder;

    @Test
    void messagesCanContainTextAndImages() throws IOException {
        assertThat(prompts("{\"messages\": [{\"role\": \"user\", \"content\": [{\"text\": \"this\", \"type\": \"text\","
                        + " \"x\": [1]}, {\"type\": \"image_url\", \"image_url\": {\"url\": \"https://a/b\","
                        + " \"detail\": \"low\"}}, {\"type\": \"image_url\","
                        + " \"image_url\": \"" + SHOWN.url() + "\"}]}]}"))
                .containsExactly(Prompt.of(List.of(new ChatMessage(
                        "user",
                        List.of(
                                new ContentPart.Text("this"),
                                new ContentPart.Image("https://a/b", Optional.of("low")),
                                SHOWN)))));
    }

    @Test
    void imageFilesPrecedeTheTextOfTheUser() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        Files.write(folder.resolve("sub/a.png"), bytes(PNG));

        List<Prompt> prompts = prompts("{\"image\": \"sub/a.png\", \"prompt\": \"what?\"}\n"
                + "{\"image\": \"http://a/b\", \"prompt\": \"where?\"}\n{\"prompt\": \"why?\"}");

        assertThat(prompts)
                .containsExactly(
                        user(SHOWN, new ContentPart.Text("what?")),
                        user(new ContentPart.Image("http://a/b", Optional.empty()), new ContentPart.Text("where?")),
                        Prompt.of("why?"));
    }

    @Test
    void imagesReplacePlaceholders() throws IOException {
        Files.write(folder.resolve("a.png"), bytes(PNG));

        List<Prompt> prompts = prompts(
                "{\"images\": [\"a.png\", \"http://a/b\"], \"conversations\": [{\"from\": \"system\", \"value\":"
                        + " \"s\"}, {\"from\": \"human\", \"value\": \"<image>\\n"
                        + "and <image>?\"}, {\"from\": \"gpt\", \"value\": \"a\"}]}");

        assertThat(prompts)
                .containsExactly(Prompt.of(List.of(
                        new ChatMessage("system", "s"),
                        new ChatMessage(
                                "user",
                                List.of(
                                        SHOWN,
                                        new ContentPart.Text("and"),
                                        new ContentPart.Image("http://a/b", Optional.empty()),
                                        new ContentPart.Text("?"))))));
    }

    @Test
    void imageFormatsAreDetectedByTheirFirstBytes() throws IOException {
        for (String each : new String[] {"\u00ff\u00d8\u00ff", "GIF89a", "RIFF\0\0\0\0WEBP"}) {
            Files.write(folder.resolve("a"), bytes(each));
            ContentPart shown = ((Prompt.Chat)
                            prompts("{\"image\": \"a\", \"prompt\": \"?\"}").get(0))
                    .messages()
                    .get(0)
                    .parts()
                    .get(0);
            assertThat(((ContentPart.Image) shown).url()).matches("data:image/(jpeg|gif|webp);base64,.+");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"image\": \"none.png\", \"prompt\": \"a\"|\"image\" refers to none.png, which is not a readable file"
                        + " in ",
                "\"image\": \"/dev/zero\", \"prompt\": \"a\"|\"image\" refers to /dev/zero, which is not a readable"
                        + " file in ",
                "\"image\": \"a.txt\", \"prompt\": \"a\"|a.txt, which is not in a supported image format: PNG, JPEG, GIF,"
                        + " WEBP",
                "\"image\": \"data:image/png;base64,A\", \"prompt\": \"a\"|\"image\" an image must be an http:// or"
                        + " https:// URL, or a data URL",
                "\"image\": 1, \"prompt\": \"a\"|column \"image\", used as images, must have the type text or lists of"
                        + " strings: got the type integer",
                "\"image\": [1.5], \"prompt\": \"a\"|\"image\" must be a string or a list of strings, each a file name"
                        + " or a URL",
                "\"image\": \"http://a\", \"prompt\": \"<image> <image>\"|\"image\" has too few images: the messages"
                        + " contain more placeholders <image> than images",
                "\"images\": [\"http://a\", \"http://b\"], \"prompt\": \"<image>\"|\"images\" has 2 images, but the"
                        + " messages contain the placeholder <image> only 1 times",
                "\"image\": \"http://a\", \"messages\": [{\"role\": \"system\", \"content\": \"a\"}]|\"image\" has"
                        + " images, but no message has the role \"user\"",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"imageurl\"}]}]|part 1 of the content"
                        + " of message 1 has the unknown type \"imageurl\"; did you mean 'image_url'?",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"text\": \"a\"}]}]|part 1 of the content of"
                        + " message 1 has no type",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\"}]}]|has the type text, but no"
                        + " field \"text\"",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": 1}]}]|must have a"
                        + " string in the field \"text\"",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": {}}]}]|has"
                        + " an image without url",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\":"
                        + " \"a.png\"}]}]|: got a.png",
                "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\":"
                        + " \"data:image/png;base64,AA*A\"}]}]|a data URL such as",
                "\"messages\": [{\"role\": \"user\", \"content\": []}]|the content of message 1 has no parts",
            })
    void invalidImagesAreRejectedWithTheirRow(String row, String expected) throws IOException {
        Files.writeString(folder.resolve("a.txt"), "text");
        Path file = Files.writeString(folder.resolve("set.jsonl"), "{" + row + "}");
        Dataset set = Dataset.read(file);

        assertThatThrownBy(() -> set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith("set.jsonl")
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../private.png", "/private.png", "link.png"})
    void filesOutsideTheFolderOfTheDatasetAreRejected(String name) throws IOException {
        Path file = Files.write(folder.resolve("private.png"), bytes(PNG));
        Path sub = Files.createDirectory(folder.resolve("sub"));
        Files.createSymbolicLink(sub.resolve("link.png"), file);
        String named = name.startsWith("/") ? file.toString() : name;
        Dataset set = Dataset.read(
                Files.writeString(sub.resolve("set.jsonl"), "{\"image\": \"" + named + "\", \"prompt\": \"a\"}"));

        assertThatThrownBy(() -> set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("refers to " + named + ", which is outside " + sub);
    }

    @Test
    void linksIntoTheHuggingFaceCacheAreAllowed() throws IOException {
        Path blobs = Files.createDirectories(folder.resolve("datasets--org--name/blobs"));
        Path snapshot = Files.createDirectories(folder.resolve("datasets--org--name/snapshots/main"));
        Files.createSymbolicLink(snapshot.resolve("a.png"), Files.write(blobs.resolve("1"), bytes(PNG)));
        Dataset set = Dataset.read(
                Files.writeString(snapshot.resolve("set.jsonl"), "{\"image\": \"a.png\", \"prompt\": \"a\"}"));

        assertThat(set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS))
                .hasSize(1);
    }

    @Test
    void folderWithTheNameOfSnapshotsIsNotACache() throws IOException {
        Path blobs = Files.createDirectories(folder.resolve("data/blobs"));
        Path snapshot = Files.createDirectories(folder.resolve("data/snapshots/main"));
        Files.createSymbolicLink(snapshot.resolve("a.png"), Files.write(blobs.resolve("1"), bytes(PNG)));
        Dataset set = Dataset.read(
                Files.writeString(snapshot.resolve("set.jsonl"), "{\"image\": \"a.png\", \"prompt\": \"a\"}"));

        assertThatThrownBy(() -> set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("refers to a.png, which is outside " + snapshot);
    }

    @Test
    void blobsBehindALinkAreNotPartOfACache() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("private"));
        Files.write(elsewhere.resolve("1"), bytes(PNG));
        Path snapshot = Files.createDirectories(folder.resolve("datasets--data/snapshots/main"));
        Files.createSymbolicLink(folder.resolve("datasets--data/blobs"), elsewhere);
        Files.createSymbolicLink(snapshot.resolve("a.png"), Path.of("../../blobs/1"));
        Dataset set = Dataset.read(
                Files.writeString(snapshot.resolve("set.jsonl"), "{\"image\": \"a.png\", \"prompt\": \"a\"}"));

        assertThatThrownBy(() -> set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("refers to a.png, which is outside " + snapshot);
    }

    @Test
    void anImageThatIsTooLargeIsRejected() throws IOException {
        try (RandomAccessFile large =
                new RandomAccessFile(folder.resolve("large.png").toFile(), "rw")) {
            large.setLength((40L << 20) + 1);
        }
        Dataset set = Dataset.read(
                Files.writeString(folder.resolve("set.jsonl"), "{\"image\": \"large.png\", \"prompt\": \"a\"}"));

        assertThatThrownBy(() -> set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS))
                .hasMessageContaining(
                        "refers to large.png, which has 41943041 bytes; the maximum for an image is 41943040");
    }

    @Test
    void imageFilesOfAllRowsAreListedWithoutUrls() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        Path a = Files.write(folder.resolve("sub/a.png"), bytes(PNG));
        Path b = Files.write(folder.resolve("b.png"), bytes(PNG));
        Path file = Files.writeString(
                folder.resolve("set.jsonl"),
                "{\"prompt\": \"a\", \"image\": [\"sub/a.png\"], \"other\": \"b.png\"}\n"
                        + "{\"prompt\": \"b\", \"image\": [\"https://a/b\", \"./b.png\", \"" + SHOWN.url() + "\"]}\n"
                        + "{\"prompt\": \"c\", \"image\": [\"sub/a.png\"]}\n{\"prompt\": \"d\"}");

        assertThat(new DatasetReader().imageFiles(file))
                .containsOnlyKeys("sub/a.png", "./b.png")
                .allSatisfy((name, path) -> assertThat(path).isIn(a, folder.resolve("./b.png")));
        assertThat(Files.isSameFile(folder.resolve("./b.png"), b)).isTrue();
        assertThat(new DatasetReader().column(StandardColumn.IMAGES, "other").imageFiles(file))
                .containsOnlyKeys("b.png");
        assertThat(new DatasetReader().column(StandardColumn.TARGETS, "image").imageFiles(file))
                .isEmpty();
    }

    @Test
    void anImageFileOutsideTheFolderIsNotListed() throws IOException {
        Files.write(folder.resolve("private.png"), bytes(PNG));
        Path sub = Files.createDirectory(folder.resolve("sub"));
        Path file = Files.writeString(sub.resolve("set.jsonl"), "{\"image\": \"../private.png\", \"prompt\": \"a\"}");

        assertThatThrownBy(() -> new DatasetReader().imageFiles(file))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith("set.jsonl")
                .hasMessageContaining("refers to ../private.png, which is outside " + sub);
    }

    @Test
    void promptsOfTokenIdsRejectImages() throws IOException {
        Path file = Files.writeString(
                folder.resolve("set.jsonl"), "{\"input_ids\": [1], \"input\": \"a\", \"image\": \"http://a\"}");
        Dataset set = Dataset.read(file);

        assertThat(PromptForm.bestFor(set)).isEqualTo(PromptForm.TEXT);
        assertThatThrownBy(() -> set.requests(PromptForm.IDS, GenerationParameters.DEFAULTS))
                .hasMessage(
                        "set.jsonl: column \"image\" contains images, which prompts of token ids cannot have: use text"
                                + " prompts, or remove the column");
    }

    private static Prompt user(ContentPart... parts) {
        return Prompt.of(List.of(new ChatMessage("user", List.of(parts))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private List<Prompt> prompts(String lines) throws IOException {
        Dataset set = Dataset.read(Files.writeString(folder.resolve("set.jsonl"), lines));
        return set.requests(PromptForm.bestFor(set), GenerationParameters.DEFAULTS).stream()
                .map(InferenceRequest::prompt)
                .toList();
    }
}
