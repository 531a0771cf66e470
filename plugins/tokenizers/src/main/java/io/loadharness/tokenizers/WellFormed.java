package io.loadharness.tokenizers;

/** Texts in which every surrogate has its other half: the native library takes UTF-8, which has no others. */
final class WellFormed {

    private static final char REPLACEMENT = '\uFFFD';

    private WellFormed() {}

    /** The text itself, or with U+FFFD for each half that stands alone. */
    static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isAlone(text, i)) {
                return repaired(text, i);
            }
        }
        return text;
    }

    private static String repaired(String text, int from) {
        char[] characters = text.toCharArray();
        for (int i = from; i < characters.length; i++) {
            if (isAlone(text, i)) {
                characters[i] = REPLACEMENT;
            }
        }
        return new String(characters);
    }

    private static boolean isAlone(String text, int i) {
        char c = text.charAt(i);
        if (!Character.isSurrogate(c)) {
            return false;
        }
        return Character.isHighSurrogate(c)
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
    }
}
