package io.loadharness.report;

import java.util.List;

/** The formats of reports. */
public final class ReportFormats {

    private static final List<ReportFormat> ALL = List.of(new JsonReport(), new HtmlReport());

    private ReportFormats() {}

    /** All, each under another name. */
    public static List<ReportFormat> all() {
        return ALL;
    }
}
