package io.loadharness.report;

import io.loadharness.internal.Suggestions;
import java.util.List;

/** The formats of reports. */
public final class ReportFormats {

    private static final List<ReportFormat> ALL = List.of(
            new JsonReport(),
            new HtmlReport(),
            new TextReport(),
            new MarkdownReport(),
            new CsvReport(),
            new JunitReport(),
            InferencePerfReport.ofRun(),
            InferencePerfReport.ofStage(),
            new InferencePerfRequests(),
            new InferencePerfServers(),
            new LlmdReport1(),
            new LlmdReport2());

    private ReportFormats() {}

    /** All, each under another name. */
    public static List<ReportFormat> all() {
        return ALL;
    }

    /**
     * The one with a name.
     *
     * @throws IllegalArgumentException if there is none; the message names the nearest
     */
    public static ReportFormat named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(() -> {
            List<String> names = ALL.stream().map(ReportFormat::name).toList();
            return new IllegalArgumentException(
                    "there is no format '" + name + "'; the nearest is '" + Suggestions.nearest(name, names) + "'");
        });
    }
}
