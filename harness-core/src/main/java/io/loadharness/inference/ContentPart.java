// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/** A part of the content of a chat message: text or an image. Immutable. */
public sealed interface ContentPart {

    /**
     * A text.
     *
     * @param text the text, passed to the server unchanged
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
     * @param url the {@code http} or {@code https} URL of the image, or the image as a data URL
     * @param detail the level of detail, a value that the server defines; empty if not set
     */
    record Image(String url, Optional<String> detail) implements ContentPart {

        private static final int MAX_SHOWN = 40;

        /**
         * Checks the URL.
         *
         * @throws IllegalArgumentException if the text is not a valid URL of an image; the message shows the start of the text
         */
        public Image {
            Objects.requireNonNull(detail, "detail");
            if (!isImageUrl(url)) {
                throw new IllegalArgumentException("an image must be an http:// or https:// URL, or a data URL such as"
                        + " data:image/png;base64,iVBORw0KGgo=: got "
                        + url.substring(0, Math.min(MAX_SHOWN, url.length())));
            }
        }

        /** Creates an image with a data URL from a media type, for example {@code image/png}, and the bytes of the image. */
        public static Image of(String mediaType, byte[] bytes) {
            return new Image(
                    "data:" + mediaType + ";base64," + Base64.getEncoder().encodeToString(bytes), Optional.empty());
        }

        private static boolean isImageUrl(String url) {
            return url.startsWith("http://") || url.startsWith("https://") || DataUrl.isImage(url);
        }

        /** Returns 0, because the number of tokens of an image depends on the model. */
        @Override
        public int length() {
            return 0;
        }
    }

    /** Returns the number of characters of text. */
    int length();
}
