// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Writes each line as a comment of YAML and of the shell. */
final class CommentWriter extends FilterWriter {

    private boolean isStart = true;

    CommentWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int c) throws IOException {
        if (isStart && c != '\n' && c != '\r') {
            out.write("# ");
        }
        isStart = c == '\n';
        out.write(c);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(text[i]);
        }
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        write(text.toCharArray(), from, length);
    }
}
