// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tokenizer of BERT without case: it divides texts into words and punctuation, and words into pieces of a vocabulary. */
final class WordPieces {

    private static final String UNKNOWN = "[UNK]";
    private static final String CONTINUATION = "##";
    private static final int MAX_WORD = 100;

    private final Set<String> vocabulary;

    private WordPieces(Set<String> vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** Reads a vocabulary with one piece in each line. */
    static WordPieces read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new AccuracyException(
                    file + " does not exist: put the vocabulary of the model, vocab.txt, next to the file of"
                            + " the targets");
        }
        try {
            Set<String> pieces = new HashSet<>(Files.readAllLines(file));
            if (!pieces.contains(UNKNOWN)) {
                throw new AccuracyException(file + " is not the vocabulary of BERT, because it has no line " + UNKNOWN
                        + ": use its vocab.txt");
            }
            return new WordPieces(pieces);
        } catch (MalformedInputException e) {
            throw new AccuracyException(file + " is not text in UTF-8: use the vocab.txt of the model", e);
        }
    }

    /** Returns the pieces of a text. Pieces that continue a word start with {@code ##}. */
    List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        for (String word : words(text)) {
            List<String> ofWord = piecesOf(word);
            if (ofWord.isEmpty() || word.codePointCount(0, word.length()) > MAX_WORD) {
                pieces.add(UNKNOWN);
            } else {
                pieces.addAll(ofWord);
            }
        }
        return pieces;
    }

    /** Returns the longest pieces from left to right; empty if a part of the word is not in the vocabulary. */
    private List<String> piecesOf(String word) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        while (start < word.length()) {
            String prefix = start == 0 ? "" : CONTINUATION;
            int end = word.length();
            while (end > start && !vocabulary.contains(prefix + word.substring(start, end))) {
                end--;
            }
            if (end == start) {
                return List.of();
            }
            pieces.add(prefix + word.substring(start, end));
            start = end;
        }
        return pieces;
    }

    /** Returns the words and punctuation marks of a text, in lower case and without accents. */
    static List<String> words(String text) {
        StringBuilder spaced = new StringBuilder();
        text.codePoints().forEach(each -> {
            if (isIdeograph(each)) {
                spaced.append(' ').appendCodePoint(each).append(' ');
            } else if (isWhiteSpace(each)) {
                spaced.append(' ');
            } else if (!isRemoved(each)) {
                spaced.appendCodePoint(each);
            }
        });
        StringBuilder separated = new StringBuilder();
        Normalizer.normalize(spaced.toString().toLowerCase(Locale.ROOT), Normalizer.Form.NFD)
                .codePoints()
                .filter(each -> Character.getType(each) != Character.NON_SPACING_MARK)
                .forEach(each -> {
                    if (isPunctuation(each)) {
                        separated.append(' ').appendCodePoint(each).append(' ');
                    } else {
                        separated.appendCodePoint(each);
                    }
                });
        return SquadScores.split(separated.toString());
    }

    private static boolean isWhiteSpace(int character) {
        return character == '\t'
                || character == '\n'
                || character == '\r'
                || Character.getType(character) == Character.SPACE_SEPARATOR;
    }

    private static boolean isRemoved(int character) {
        int type = Character.getType(character);
        return character == 0xFFFD || type == Character.CONTROL || type == Character.FORMAT;
    }

    private static boolean isPunctuation(int character) {
        if (character < 128) {
            return character > ' ' && character < 127 && !Character.isLetterOrDigit(character);
        }
        return switch (Character.getType(character)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** Returns true for the blocks of Chinese characters that BERT treats as words. */
    private static boolean isIdeograph(int character) {
        return (character >= 0x4E00 && character <= 0x9FFF)
                || (character >= 0x3400 && character <= 0x4DBF)
                || (character >= 0x20000 && character <= 0x2A6DF)
                || (character >= 0x2A700 && character <= 0x2CEAF)
                || (character >= 0xF900 && character <= 0xFAFF)
                || (character >= 0x2F800 && character <= 0x2FA1F);
    }
}
