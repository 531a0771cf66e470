// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.loadharness.internal.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A template for HTML pages. Each page is a single file that contains its style, chart library, scripts and data. Immutable. */
@SuppressWarnings("exports") // only used by pages of LoadHarness, which build their data with Jackson
public final class HtmlPage {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");
    private static final ObjectWriter JSON =
            RunJson.MAPPER.writer(new NoTags()).without(SerializationFeature.INDENT_OUTPUT);

    private final List<String> scripts;

    /**
     * Creates a template.
     *
     * @param scripts the script files that draw the data, in the order in which they run
     */
    public HtmlPage(String... scripts) {
        this.scripts = List.of(scripts);
    }

    /** Writes a page with the given title and data. Escapes the title and the data. Does not close the stream. */
    public void write(String title, JsonNode data, OutputStream out) throws IOException {
        String frame = text("page/page.html");
        Matcher placeholders = PLACEHOLDER.matcher(frame);
        int written = 0;
        while (placeholders.find()) {
            write(frame.substring(written, placeholders.start()), out);
            write(content(placeholders.group(1), title, data), out);
            written = placeholders.end();
        }
        write(frame.substring(written), out);
    }

    private String content(String placeholder, String title, JsonNode data) throws IOException {
        return switch (placeholder) {
            case "title" -> title.replace("&", "&amp;").replace("<", "&lt;");
            case "style" -> text("page/page.css");
            case "policy" -> policy();
            case "charts" -> charts();
            case "data" -> JSON.writeValueAsString(data);
            case "scripts" -> scripts();
            default -> throw new IllegalStateException("page.html has an unknown placeholder: " + placeholder);
        };
    }

    /**
     * Returns the content security policy. Only the scripts of this template run, and the page loads nothing from other addresses.
     * Inline styles are allowed, because the charts set them.
     */
    private String policy() throws IOException {
        return "default-src 'none'; script-src " + hash(charts()) + " " + hash(scripts())
                + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static String charts() throws IOException {
        return text("echarts/echarts.common.min.js");
    }

    private String scripts() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String script : scripts) {
            all.append(text("page/" + script));
        }
        return all.toString();
    }

    private static String hash(String script) {
        byte[] digest = Sha256.digest().digest(script.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    private static void write(String text, OutputStream out) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = HtmlPage.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("this installation of LoadHarness lacks the file " + resource
                        + "; build or install LoadHarness again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Escapes {@code <}, so that the JSON cannot contain an HTML tag. */
    private static final class NoTags extends CharacterEscapes {

        private static final long serialVersionUID = 1;

        private final int[] escapes = standardAsciiEscapesForJSON();

        private NoTags() {
            escapes['<'] = ESCAPE_CUSTOM;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return character == '<' ? new SerializedString("\\u003c") : null;
        }
    }
}
