// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.inference.HubOptions;
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
 * Downloads tokenizers from the Hugging Face Hub. Stores the files in the cache that other Hugging Face tools also use, so that each file
 * is downloaded once.
 */
final class Hub {

    private static final String TOKENIZER = "tokenizer.json";

    /**
     * Optional files of a model. They are moved into the folder of the model before {@link #TOKENIZER}. Therefore, a folder that contains
     * {@link #TOKENIZER} is complete.
     */
    private static final List<String> OPTIONAL_FILES = List.of(
            "tokenizer_config.json",
            "special_tokens_map.json",
            "added_tokens.json",
            "chat_template.jinja",
            "config.json");

    private final HubSettings settings;
    private final HubOptions connection;
    private final Map<String, String> environment;

    private Hub(HubSettings settings, HubOptions connection, Map<String, String> environment) {
        this.settings = settings;
        this.connection = connection;
        this.environment = environment;
    }

    static Hub of(HubOptions connection, Map<String, String> environment) {
        return new Hub(HubSettings.of(environment), connection, environment);
    }

    /**
     * Returns the folder with the tokenizer of a model. Downloads the tokenizer if it is not in the cache.
     *
     * @throws HubException if the tokenizer cannot be downloaded; the message gives the reason
     * @throws IOException if a file cannot be written
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
                    "the tokenizer of " + model.name() + " is not in " + settings.cache()
                            + ", and HF_HUB_OFFLINE is set: unset it to download the tokenizer");
        }
        Path lock = Files.createDirectories(folder).resolve("lock");
        synchronized (Hub.class) {
            // Closing the channel releases the lock.
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
        HubDownload download = new HubDownload(settings, HubClient.of(connection, environment));
        Path parts = Files.createDirectories(folder.resolve("parts"));
        HubDownload.Complete tokenizer = download.fetch(model, TOKENIZER, parts)
                .orElseThrow(() -> new HubException(
                        Kind.NOT_FOUND,
                        "the model " + model.name() + " has no tokenizer.json in revision " + model.revision()
                                + ": create one in Python with transformers.AutoTokenizer.from_pretrained(\""
                                + model.name()
                                + "\").save_pretrained(FOLDER)"));
        String commit = tokenizer.commit().orElse(model.revision());
        Path snapshot = Files.createDirectories(folder.resolve("snapshots").resolve(commit));
        HubModel sameCommit = new HubModel(model.name(), commit);
        for (String each : OPTIONAL_FILES) {
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
