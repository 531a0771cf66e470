// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.PrintWriter;
import java.util.regex.Pattern;

/**
 * Writes a document as YAML that readers of 1.1 and of 1.2 understand alike: texts in quotes, as JSON has them, and numbers without
 * exponents, because PyYAML takes {@code 1E9} for a text.
 */
@SuppressWarnings("exports") // of our own documents only, which are built with Jackson
public final class YamlText {

    private static final String INDENT = "  ";
    private static final Pattern PLAIN =
            Pattern.compile("(?!(?i:y|n|yes|no|on|off|true|false|null)$)-{0,2}[A-Za-z_][A-Za-z0-9_./-]*");

    private YamlText() {}

    /** Prints a document, which is an object; the writer stays open. */
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
