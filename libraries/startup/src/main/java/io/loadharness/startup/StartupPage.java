// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.report.HtmlPage;
import io.loadharness.report.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** A start as a page for people, with its timeline, which needs nothing but a browser. */
public final class StartupPage {

    private static final HtmlPage PAGE = new HtmlPage("page.js", "timeline.js", "startup.js");

    private StartupPage() {}

    /** Writes a page to a file, over one that is there. */
    public static void write(Startup startup, Path file) throws IOException {
        WholeFile.write(file, out -> write(startup, out));
    }

    /** Writes a page; the stream stays open. */
    public static void write(Startup startup, OutputStream out) throws IOException {
        PAGE.write(
                "Start of " + startup.server().model().orElse("a server") + " – LoadHarness",
                StartupJson.document(startup),
                out);
    }
}
