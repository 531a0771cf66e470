// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.Collection;
import java.util.List;

/**
 * Limits on the memory and the number of steps of a rendering. Without them, a template of a few bytes could fill the heap or run forever.
 * Characters and steps are counted per thread, because a rendering runs on one thread.
 */
final class RenderingLimits {

    /** The maximum length of a string, also of the output. */
    static final int MAX_CHARACTERS = 1 << 24;

    /** The maximum number of elements of a list. */
    static final int MAX_ELEMENTS = 1_000_000;

    private static final long MAX_TOTAL = 1L << 28;

    /**
     * The maximum number of steps. A step is a statement, an operator, a call, a filtered element or a comparison, or 64 characters that
     * these read. A chat of 10,000 messages needs less than a million.
     */
    static final long MAX_STEPS = 20_000_000;

    private static final int CHARACTERS_PER_STEP = 64;
    private static final int CHARACTERS_PER_ELEMENT = 16;
    private static final ThreadLocal<Counts> COUNTS = ThreadLocal.withInitial(() -> new Counts(MAX_STEPS));

    /** The counts of a rendering. */
    private static final class Counts {
        private final long maxSteps;
        private long characters;
        private long read;

        Counts(long maxSteps) {
            this.maxSteps = maxSteps;
        }
    }

    private RenderingLimits() {}

    /** Resets the counts for a new rendering on this thread. */
    static void start(long maxSteps) {
        COUNTS.set(new Counts(maxSteps));
    }

    /** Counts one evaluation step: a statement, an operator, a call, a filtered element or a comparison. */
    static void step() {
        step(0);
    }

    /** Counts a step that reads or compares many characters. */
    static void step(long characters) {
        read(CHARACTERS_PER_STEP + characters);
    }

    /** Counts characters that are read or compared. 64 characters count as one step. */
    static void read(long characters) {
        Counts counts = COUNTS.get();
        counts.read += characters;
        if (counts.read > counts.maxSteps * CHARACTERS_PER_STEP) {
            throw new TemplateException("the template needs more than " + counts.maxSteps
                    + " steps, the maximum: check the loops, searches and comparisons of the template");
        }
    }

    /** Checks the length of a string before the string is created. */
    static void checkLength(long characters) {
        if (characters > MAX_CHARACTERS) {
            throw new TemplateException("a string or the output would be longer than " + MAX_CHARACTERS
                    + " characters, the maximum: check the loops and repetitions of the template");
        }
        count(characters);
    }

    /** Checks the size of a list before the list is created. */
    static void checkSize(long elements) {
        if (elements > MAX_ELEMENTS) {
            throw new TemplateException("a list would have more than " + MAX_ELEMENTS
                    + " elements, the maximum: check the loops and repetitions of the template");
        }
        count(elements * CHARACTERS_PER_ELEMENT);
    }

    /** Checks the length of a string that was just created, and returns the string. */
    static String checked(String text) {
        checkLength(text.length());
        return text;
    }

    /** Appends a string to an output. */
    static void append(StringBuilder out, String text) {
        if (text.length() + (long) out.length() > MAX_CHARACTERS) {
            checkLength(text.length() + (long) out.length());
        }
        count(text.length());
        out.append(text);
    }

    /** Adds an element to a list whose size is not known in advance. */
    static <T> void add(List<? super T> list, T element) {
        if (list.size() >= MAX_ELEMENTS) {
            checkSize(list.size() + 1L);
        }
        count(CHARACTERS_PER_ELEMENT);
        list.add(element);
    }

    /** Checks the length of the strings that are joined with a separator. */
    static void checkJoined(Collection<String> texts, String separator) {
        checkLength(texts.stream().mapToLong(String::length).sum()
                + (long) separator.length() * Math.max(0, texts.size() - 1));
    }

    private static void count(long characters) {
        Counts counts = COUNTS.get();
        counts.characters += characters;
        if (counts.characters > MAX_TOTAL) {
            throw new TemplateException("the template created strings and lists of more than " + MAX_TOTAL
                    + " characters in total, the maximum: check the loops and repetitions of the template");
        }
    }
}
