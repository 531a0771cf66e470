// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.PrintWriter;
import java.util.regex.Pattern;

/**
 * Writes a document as YAML that parsers of YAML 1.1 and 1.2 read in the same way. Strings are quoted as in JSON. Numbers have no
 * exponents, because PyYAML reads {@code 1E9} as a string.
 */
@SuppressWarnings("exports") // only used for documents of LoadHarness, which are built with Jackson
public final class YamlText {

    private static final String INDENT = "  ";
    private static final Pattern PLAIN =
            Pattern.compile("(?!(?i:y|n|yes|no|on|off|true|false|null)$)-{0,2}[A-Za-z_][A-Za-z0-9_./-]*");

    private YamlText() {}

    /** Prints a document, which must be an object. Does not close the writer. */
    public static void print(PrintWriter out, JsonNode document) {
        members(out, document, "");
    }

    private static void members(PrintWriter out, JsonNode object, String indent) {
        object.properties().forEach(each -> {
            out.print(indent + key(each.getKey()) + ":");
            value(out, each.getValue(), indent + INDENT);
        });
    }

    private static String key(String name) {
        return PLAIN.matcher(name).matches() ? name : TextNode.valueOf(name).toString();
    }

    private static void value(PrintWriter out, JsonNode value, String indent) {
        if (value.isContainerNode() && !value.isEmpty()) {
            out.println();
            if (value.isObject()) {
                members(out, value, indent);
            } else {
                for (JsonNode each : value) {
                    out.print(indent + "-");
                    value(out, each, indent + INDENT);
                }
            }
        } else {
            out.println(" " + scalar(value));
        }
    }

    private static String scalar(JsonNode value) {
        return value.isFloatingPointNumber() ? decimal(value) : value.toString();
    }

    private static String decimal(JsonNode value) {
        String text = value.decimalValue().toPlainString();
        return text.contains(".") ? text : text + ".0";
    }
}
