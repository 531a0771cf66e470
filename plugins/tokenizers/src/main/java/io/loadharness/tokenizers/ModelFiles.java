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
 * The locations of a model's files.
 *
 * @param tokenizer the {@code tokenizer.json}
 * @param folder the folder with the model's other files; empty if the user specified a file that is not named {@code tokenizer.json}
 */
record ModelFiles(Path tokenizer, Optional<Path> folder) {

    private static final String TOKENIZER = "tokenizer.json";

    /** Names of files with tokenizers in formats that this module does not read. */
    private static final List<String> OTHER_FORMATS =
            List.of("tokenizer.model", "tiktoken.model", "vocab.json", "vocab.txt");

    /**
     * Finds the files for a file or folder that a user specified.
     *
     * @throws IllegalArgumentException if there is no tokenizer; the message suggests a remedy
     */
    static ModelFiles at(Path path) {
        if (Files.isDirectory(path)) {
            return inFolder(path);
        }
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(
                    Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                            ? path + " is a broken link: download it again"
                            : "there is no file " + path + "; use a tokenizer.json or a folder that contains one");
        }
        String name = String.valueOf(path.getFileName());
        if (OTHER_FORMATS.contains(name)) {
            throw otherFormat(path);
        }
        return new ModelFiles(
                path,
                name.equals(TOKENIZER)
                        ? Optional.ofNullable(path.toAbsolutePath().getParent())
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
                        : folder + " is a cache with " + models.size()
                                + " models; use the folder of one model, such as " + models.get(0));
    }

    /**
     * Returns the folder of the revision {@code main} of a model in the cache. If {@code main} is not in the cache, returns the folder of
     * the only revision.
     */
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
                            : "there are " + all.size() + " revisions in " + snapshots
                                    + "; use the folder of one revision, such as " + all.get(0));
        }
        return all.get(0);
    }

    private static List<Path> folders(Path parent, String prefix) {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(each -> each.getFileName().toString().startsWith(prefix))
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
                + " but no tokenizer.json: create one in Python with"
                + " transformers.AutoTokenizer.from_pretrained(\"" + folder + "\").save_pretrained(\"" + folder
                + "\")");
    }
}
