// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.loadharness.Verdict;
import java.io.StringReader;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class JunitReportTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void theReportMatchesTheSchema(Verdict verdict) throws Exception {
        assertThatItIsValid(FixedRun.written("junit", FixedRun.report(verdict)));
    }

    @Test
    void theReportOfAKilledRunMatchesTheSchema() throws Exception {
        assertThatItIsValid(FixedRun.written("junit", RunReport.of(new RecordedRun(folder).of(0, 0))));
    }

    @ParameterizedTest
    @CsvSource({"VALID, 0, 0", "INVALID, 1, 0", "ABORTED, 0, 1", "FAILED, 0, 1"})
    void theVerdictDecidesTheTestResult(Verdict verdict, int failures, int errors) throws Exception {
        Document document = parsed(FixedRun.written("junit", FixedRun.report(verdict)));
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);

        assertThat(suite.getAttribute("failures")).isEqualTo("" + failures);
        assertThat(suite.getAttribute("errors")).isEqualTo("" + errors);
        assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(failures);
        assertThat(document.getElementsByTagName("error").getLength()).isEqualTo(errors);
    }

    @Test
    void allReasonsArePresentWithoutForbiddenCharacters() throws Exception {
        Document document = parsed(FixedRun.written("junit", FixedRun.report()));

        assertThat(document.getElementsByTagName("failure").item(0).getTextContent())
                .isEqualTo(String.join("\n", FixedRun.report().reasonTexts()));
        assertThat(document.getElementsByTagName("system-out").item(0).getTextContent())
                .contains("the queue | is <full> & \uFFFD");
    }

    private static void assertThatItIsValid(String xml) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(FixedRun.RESOURCES.resolve("junit.xsd").toFile());

        assertThatCode(() -> schema.newValidator().validate(new StreamSource(new StringReader(xml))))
                .as(xml)
                .doesNotThrowAnyException();
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }
}
