package io.loadharness.report;

import java.io.IOException;
import java.io.OutputStream;

/** A way to tell of a run. */
public interface ReportFormat {

    /** As the command line spells it. */
    String name();

    /** The file in a run's folder. */
    String fileName();

    /** Writes it; the stream stays open. */
    void write(RunReport report, OutputStream out) throws IOException;
}
