// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Requests of the workload {@link HttpWorkload#CHAT} to a server.
 *
 * @param files the folder with the prompts and the tokenizer
 */
record ChatLoad(URI server, int requests, Path files) {

    static final int IN_FLIGHT = HttpWorkload.CHAT.connections();
    static final int TOKENS = HttpWorkload.CHAT.tokens();
    private static final int WORDS = 60;

    ChatLoad withRequests(int count) {
        return new ChatLoad(server, count, files);
    }

    /** The prompts as JSON Lines. Each tool finds the prompt in one of the two columns. */
    Path prompts() {
        return files.resolve("prompts.jsonl");
    }

    /** The prompts as conversations, in the format of ShareGPT. */
    Path conversations() {
        return files.resolve("conversations.json");
    }

    /** A folder with a tokenizer, in the format of Hugging Face. */
    Path tokenizer() {
        return files.resolve("tokenizer");
    }

    /** Writes a different prompt for each request. */
    void writePrompts() throws IOException {
        List<String> prompts = IntStream.range(0, requests)
                .mapToObj(i -> "Question " + i + ": "
                        + IntStream.range(0, WORDS).mapToObj(j -> "word" + j).collect(Collectors.joining(" ")))
                .toList();
        Files.write(
                prompts(),
                prompts.stream()
                        .map(each -> "{\"prompt\": \"" + each + "\", \"text\": \"" + each + "\"}")
                        .toList());
        // A conversation needs two messages.
        Files.writeString(
                conversations(),
                prompts.stream()
                        .map(each -> "{\"conversations\": [{\"from\": \"human\", \"value\": \"Be brief.\"},"
                                + " {\"from\": \"human\", \"value\": \"" + each + "\"}]}")
                        .collect(Collectors.joining(",\n", "[", "]\n")));
    }
}
