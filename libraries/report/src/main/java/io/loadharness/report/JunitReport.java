// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Verdict;
import io.loadharness.metrics.Rate;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** {@code junit.xml}: the run as a test case. A VALID run passes, an INVALID run is a failure, and ABORTED and FAILED runs are errors. */
final class JunitReport {

    private static final XMLOutputFactory XML = XMLOutputFactory.newFactory();

    private JunitReport() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        try {
            XMLStreamWriter xml = XML.createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            suite(xml, report);
            xml.writeEndDocument();
            xml.close(); // does not close the stream
        } catch (XMLStreamException e) {
            throw new IOException("the report cannot be written as XML: " + e.getMessage(), e);
        }
    }

    private static void suite(XMLStreamWriter xml, RunReport report) throws XMLStreamException {
        RunDescription run = report.description();
        Verdict verdict = report.verdict();
        String seconds =
                String.format(Locale.ROOT, "%.3f", report.metrics().rates().getOrDefault(Rate.DURATION, 0.0));
        xml.writeStartElement("testsuites");
        xml.writeStartElement("testsuite");
        attribute(xml, "name", "loadharness");
        attribute(xml, "tests", "1");
        attribute(xml, "failures", verdict == Verdict.INVALID ? "1" : "0");
        attribute(xml, "errors", verdict == Verdict.ABORTED || verdict == Verdict.FAILED ? "1" : "0");
        attribute(xml, "skipped", "0");
        attribute(xml, "time", seconds);
        attribute(
                xml,
                "timestamp",
                DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                        run.started().atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS)));
        xml.writeStartElement("properties");
        Optional<RuleVerdict> rules = report.ruleVerdict();
        if (rules.isPresent()) {
            xml.writeEmptyElement("property");
            attribute(xml, "name", "verdict");
            attribute(xml, "value", rules.get().sentence());
        }
        for (RunDescription.Setting each : run.settings()) {
            xml.writeEmptyElement("property");
            attribute(xml, "name", each.name());
            attribute(xml, "value", each.value());
        }
        xml.writeEndElement();
        xml.writeStartElement("testcase");
        attribute(xml, "classname", "loadharness." + run.scenario().loadGenName());
        attribute(xml, "name", run.model() + ": " + run.load());
        attribute(xml, "time", seconds);
        if (verdict != Verdict.VALID) {
            String reason = report.reasons().isEmpty()
                    ? verdict.name()
                    : report.reasons().get(0).text();
            xml.writeStartElement(verdict == Verdict.INVALID ? "failure" : "error");
            attribute(xml, "message", reason);
            attribute(xml, "type", verdict.name());
            xml.writeCharacters(allowed(String.join("\n", report.reasonTexts())));
            xml.writeEndElement();
        }
        StringWriter summary = new StringWriter();
        Summary.print(new PrintWriter(summary), report);
        xml.writeStartElement("system-out");
        xml.writeCharacters(allowed(summary.toString()));
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndElement();
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, allowed(value));
    }

    /** Replaces control characters, which XML does not allow. Server messages can contain them. */
    private static String allowed(String text) {
        return text.codePoints()
                .map(each -> isAllowed(each) ? each : '\uFFFD')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isAllowed(int codePoint) {
        return codePoint == '\t'
                || codePoint == '\n'
                || codePoint == '\r'
                || (codePoint >= 0x20 && codePoint <= 0xD7FF)
                || (codePoint >= 0xE000 && codePoint <= 0xFFFD)
                || codePoint >= 0x10000;
    }
}
