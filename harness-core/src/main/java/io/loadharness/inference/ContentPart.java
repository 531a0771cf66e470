// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/** A part of what a chat message says. Immutable. */
public sealed interface ContentPart {

    /**
     * Words.
     *
     * @param text as they stand
     */
    record Text(String text) implements ContentPart {

        public Text {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public int length() {
            return text.length();
        }
    }

    /**
     * An image.
     *
     * @param url where the server finds it, at {@code http} or {@code https}, or the image itself as a data URL
     * @param detail how closely the model shall look, in the server's words; empty if that is not said
     */
    record Image(String url, Optional<String> detail) implements ContentPart {

        private static final int SHOWN = 40;

        /**
         * Checks the address.
         *
         * @throws IllegalArgumentException if it is none of an image; shows its beginning
         */
        public Image {
            Objects.requireNonNull(detail, "detail");
            if (!isAddress(url)) {
                throw new IllegalArgumentException("an image is at http:// or https://, or a data URL such as"
                        + " data:image/png;base64,iVBORw0KGgo=, not "
                        + url.substring(0, Math.min(SHOWN, url.length())));
            }
        }

        /** The image itself, by the type of its bytes, as in {@code image/png}. */
        public static Image of(String mediaType, byte[] bytes) {
            return new Image(
                    "data:" + mediaType + ";base64," + Base64.getEncoder().encodeToString(bytes), Optional.empty());
        }

        private static boolean isAddress(String url) {
            return url.startsWith("http://") || url.startsWith("https://") || DataUrl.isImage(url);
        }

        /** Nothing, since only models know how many tokens an image is. */
        @Override
        public int length() {
            return 0;
        }
    }

    /** How long it is, in characters of text. */
    int length();
}
