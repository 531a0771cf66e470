// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.tokenizers.HubException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hub of Hugging Face. What it gives is kept in the cache that all tools of Hugging Face share, in their layout, and not asked for
 * again.
 */
final class Hub {

    private static final String TOKENIZER = "tokenizer.json";

    /** A model may have them; the one that it must have comes last, so that a folder with it has all. */
    private static final List<String> BESIDE =
            List.of("tokenizer_config.json", "special_tokens_map.json", "chat_template.jinja");

    private final HubSettings settings;
    private final HubDownload download;

    Hub(HubSettings settings) {
        this.settings = settings;
        this.download = new HubDownload(settings);
    }

    static Hub ofEnvironment(Map<String, String> environment) {
        return new Hub(HubSettings.of(environment));
    }

    /**
     * The folder with the tokenizer of a model, out of the cache if it is there.
     *
     * @throws HubException if it cannot be downloaded; says why
     * @throws IOException if it cannot be written
     */
    Path fetch(HubModel model) throws IOException {
        Path folder = settings.cache().resolve(model.folder());
        Optional<Path> known = cached(folder, model);
        if (known.isPresent()) {
            return known.get();
        }
        if (settings.isOffline()) {
            throw new HubException(
                    Kind.UNREACHABLE,
                    "HF_HUB_OFFLINE is set, and the tokenizer of " + model.name() + " is not in " + settings.cache());
        }
        Path lock = Files.createDirectories(folder).resolve("lock");
        synchronized (Hub.class) {
            // Closing it gives the lock back.
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                Optional<Path> meanwhile = cached(folder, model);
                return meanwhile.isPresent() ? meanwhile.get() : download(folder, model);
            }
        }
    }

    private static Optional<Path> cached(Path folder, HubModel model) throws IOException {
        Path snapshots = folder.resolve("snapshots");
        Path reference = reference(folder, model);
        Path snapshot = snapshots.resolve(
                Files.isRegularFile(reference) ? Files.readString(reference).strip() : model.revision());
        return Optional.of(snapshot).filter(each -> Files.isRegularFile(each.resolve(TOKENIZER)));
    }

    private Path download(Path folder, HubModel model) throws IOException {
        Path parts = Files.createDirectories(folder.resolve("parts"));
        HubDownload.Complete tokenizer = download.fetch(model, TOKENIZER, parts)
                .orElseThrow(() -> new HubException(
                        Kind.NOT_FOUND,
                        "the model " + model.name() + " has no tokenizer.json in its revision " + model.revision()
                                + ": make one in Python, by transformers.AutoTokenizer.from_pretrained(\""
                                + model.name()
                                + "\").save_pretrained(FOLDER)"));
        String commit = tokenizer.commit().orElse(model.revision());
        Path snapshot = Files.createDirectories(folder.resolve("snapshots").resolve(commit));
        HubModel sameCommit = new HubModel(model.name(), commit);
        for (String each : BESIDE) {
            Optional<HubDownload.Complete> complete = download.fetch(sameCommit, each, parts);
            if (complete.isPresent()) {
                move(complete.get().file(), snapshot.resolve(each));
            }
        }
        if (!commit.equals(model.revision())) {
            Path reference = reference(folder, model);
            Files.createDirectories(reference.getParent());
            Files.writeString(reference, commit);
        }
        move(tokenizer.file(), snapshot.resolve(TOKENIZER));
        return snapshot;
    }

    private static Path reference(Path folder, HubModel model) {
        return folder.resolve("refs").resolve(model.revision());
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
