// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.report.AtomicFileWriter;
import io.loadharness.report.HtmlPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Writes the data of a server start as a self-contained HTML page with a timeline. */
public final class StartupPage {

    private static final HtmlPage PAGE = new HtmlPage("page.js", "timeline.js", "startup.js");

    private StartupPage() {}

    /** Writes a page to a file. Replaces an existing file. */
    public static void write(Startup startup, Path file) throws IOException {
        AtomicFileWriter.write(file, out -> write(startup, out));
    }

    /** Writes a page. Does not close the stream. */
    public static void write(Startup startup, OutputStream out) throws IOException {
        PAGE.write(
                "Start of " + startup.server().model().orElse("a server") + " – LoadHarness",
                StartupJson.document(startup),
                out);
    }
}
