// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the files of a model are.
 *
 * @param tokenizer its {@code tokenizer.json}
 * @param folder the folder with what else belongs to the model; empty where somebody named a single file of another name
 */
record ModelFiles(Path tokenizer, Optional<Path> folder) {

    private static final String TOKENIZER = "tokenizer.json";

    /** Where other libraries keep what a tokenizer.json holds. */
    private static final List<String> OTHER_FORMATS =
            List.of("tokenizer.model", "tiktoken.model", "vocab.json", "vocab.txt");

    /**
     * Finds them from a file or a folder that a user named.
     *
     * @throws IllegalArgumentException if there is no tokenizer; says what to do
     */
    static ModelFiles at(Path place) {
        if (Files.isDirectory(place)) {
            return inFolder(place);
        }
        if (!Files.exists(place)) {
            throw new IllegalArgumentException(
                    Files.exists(place, LinkOption.NOFOLLOW_LINKS)
                            ? place + " is a link to nothing: download it again"
                            : "there is no file " + place
                                    + "; a tokenizer is a tokenizer.json or the folder of a model that has one");
        }
        String name = String.valueOf(place.getFileName());
        if (OTHER_FORMATS.contains(name)) {
            throw otherFormat(place);
        }
        return new ModelFiles(
                place,
                name.equals(TOKENIZER)
                        ? Optional.ofNullable(place.toAbsolutePath().getParent())
                        : Optional.empty());
    }

    private static ModelFiles inFolder(Path folder) {
        Path tokenizer = folder.resolve(TOKENIZER);
        if (Files.exists(tokenizer, LinkOption.NOFOLLOW_LINKS)) {
            return at(tokenizer);
        }
        if (Files.isDirectory(folder.resolve("snapshots"))) {
            return inFolder(snapshot(folder));
        }
        for (String each : OTHER_FORMATS) {
            if (Files.exists(folder.resolve(each))) {
                throw otherFormat(folder.resolve(each));
            }
        }
        List<Path> models = folders(folder, "models--");
        throw new IllegalArgumentException(
                models.isEmpty()
                        ? "there is no tokenizer.json in " + folder
                        : folder + " is a cache of " + models.size() + " models; name one, as in " + models.get(0));
    }

    /** The revision that the cache calls main, or else its only one. */
    private static Path snapshot(Path model) {
        Path snapshots = model.resolve("snapshots");
        Path main = model.resolve("refs").resolve("main");
        if (Files.isRegularFile(main)) {
            Path named = snapshots.resolve(TextFile.read(main).strip());
            if (Files.isDirectory(named)) {
                return named;
            }
        }
        List<Path> all = folders(snapshots, "");
        if (all.size() != 1) {
            throw new IllegalArgumentException(
                    all.isEmpty()
                            ? "there is no revision in " + snapshots + ": download the model again"
                            : "there are " + all.size() + " revisions in " + snapshots + "; name one, as in "
                                    + all.get(0));
        }
        return all.get(0);
    }

    private static List<Path> folders(Path parent, String beginning) {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(each -> each.getFileName().toString().startsWith(beginning))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(parent + " cannot be read: " + e, e);
        }
    }

    private static IllegalArgumentException otherFormat(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return new IllegalArgumentException("there is a " + file.getFileName() + " in " + folder
                + " and no tokenizer.json: make one in Python, by"
                + " transformers.AutoTokenizer.from_pretrained(\"" + folder + "\").save_pretrained(\"" + folder
                + "\")");
    }
}
