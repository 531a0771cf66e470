package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;

/** The mark that some programs put in front of texts. */
final class ByteOrderMark {

    static final int LENGTH = 3;

    private ByteOrderMark() {}

    /** What follows it, if the text has one; not another encoding than UTF-8. */
    static InputStream skip(InputStream in) throws IOException {
        byte[] first = in.readNBytes(LENGTH);
        var start = new FileStart(first, "");
        if (start.beginsWith((byte) 0xff, (byte) 0xfe) || start.beginsWith((byte) 0xfe, (byte) 0xff)) {
            throw DatasetException.of("the file is UTF-16: save it as UTF-8");
        }
        return isAtStart(start) ? in : new SequenceInputStream(new ByteArrayInputStream(first), in);
    }

    static boolean isAtStart(FileStart start) {
        return start.beginsWith((byte) 0xef, (byte) 0xbb, (byte) 0xbf);
    }
}
