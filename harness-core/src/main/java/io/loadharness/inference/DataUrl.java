// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** What a data URL of an image looks like: {@code data:image/TYPE;base64,} and at least one group of four characters. */
final class DataUrl {

    private static final String BEGIN = "data:image/";
    private static final String CODED = ";base64,";

    private DataUrl() {}

    static boolean isImage(String url) {
        int coded = url.indexOf(CODED);
        return url.startsWith(BEGIN) && coded > BEGIN.length() && isBase64(url, coded + CODED.length());
    }

    private static boolean isBase64(String text, int from) {
        int end = text.length();
        if (end == from || (end - from) % 4 != 0) {
            return false;
        }
        int filling = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        for (int i = from; i < end - filling; i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char each) {
        return (each >= 'A' && each <= 'Z')
                || (each >= 'a' && each <= 'z')
                || (each >= '0' && each <= '9')
                || each == '+'
                || each == '/';
    }
}
