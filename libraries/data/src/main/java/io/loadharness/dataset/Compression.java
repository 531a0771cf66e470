// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;

/**
 * Decompresses files of one compression format. {@link java.util.ServiceLoader} finds the implementations, which must be stateless.
 *
 * <pre>{@code
 * public final class BrotliCompression implements Compression {
 *     public String extension() {
 *         return "br";
 *     }
 *
 *     public boolean matches(FileStart start) {
 *         return start.isNamed(".br");
 *     }
 *
 *     public InputStream decompress(InputStream compressed) throws IOException {
 *         return new BrotliInputStream(compressed);
 *     }
 * }
 * }</pre>
 */
public interface Compression {

    /**
     * Returns the file extension without the dot, such as {@code gz} or {@code zst}. Messages use the extension as the name of the
     * compression format.
     */
    String extension();

    /** Returns true if a file with this start has this compression format. */
    boolean matches(FileStart start);

    /** Returns a stream of the decompressed content. Closing this stream also closes {@code compressed}. */
    InputStream decompress(InputStream compressed) throws IOException;
}
