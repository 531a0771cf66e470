package io.loadharness.dataset;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Texts as JSON writes them. */
final class JsonTexts {

    private JsonTexts() {}

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }
}
