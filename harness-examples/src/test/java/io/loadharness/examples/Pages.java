// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The documentation pages: the Markdown files in the root of the repository, and in {@code docs/} and its folders. */
final class Pages {

    static final Path ROOT = Path.of(System.getProperty("repository")).normalize();

    /** A fenced block of a page. */
    record Block(Path page, int line, String language, String text) {

        @Override
        public String toString() {
            return ROOT.relativize(page) + ":" + line;
        }
    }

    private Pages() {}

    static List<Path> all() throws IOException {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(root, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    static Stream<Block> blocks(String language) throws IOException {
        return all().stream().flatMap(page -> blocks(page, language));
    }

    static Stream<Block> blocks(Path page, String language) {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = lines(page);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf("```");
                String blockLanguage = lines.get(i).substring(3);
                blocks.add(new Block(page, i + 1, blockLanguage, String.join("\n", lines.subList(i + 1, end)) + "\n"));
                i = end;
            }
        }
        return blocks.stream().filter(block -> block.language().equals(language));
    }

    /** Returns the lines of a page that are not in a fenced block. */
    static List<String> prose(Path page) {
        List<String> prose = new ArrayList<>();
        boolean isCode = false;
        for (String line : lines(page)) {
            if (line.strip().startsWith("```")) {
                isCode = !isCode;
            } else if (!isCode) {
                prose.add(line);
            }
        }
        return prose;
    }

    private static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
