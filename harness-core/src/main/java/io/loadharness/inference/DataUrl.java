// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** The syntax of data URLs of images: {@code data:image/TYPE;base64,} and at least one group of four characters. */
final class DataUrl {

    private static final String PREFIX = "data:image/";
    private static final String ENCODING = ";base64,";

    private DataUrl() {}

    static boolean isImage(String url) {
        int encoding = url.indexOf(ENCODING);
        return url.startsWith(PREFIX) && encoding > PREFIX.length() && isBase64(url, encoding + ENCODING.length());
    }

    private static boolean isBase64(String text, int from) {
        int end = text.length();
        if (end == from || (end - from) % 4 != 0) {
            return false;
        }
        int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        for (int i = from; i < end - padding; i++) {
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
