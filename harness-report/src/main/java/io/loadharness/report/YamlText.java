package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/**
 * Writes a document as YAML that readers of 1.1 and of 1.2 understand alike: texts in quotes, as JSON has them, and numbers without
 * exponents, because PyYAML takes {@code 1E9} for a text.
 */
final class YamlText {

    private static final String INDENT = "  ";

    private YamlText() {}

    static void print(PrintWriter out, JsonNode document) {
        members(out, document, "");
    }

    private static void members(PrintWriter out, JsonNode object, String indent) {
        object.properties().forEach(each -> {
            out.print(indent + each.getKey() + ":");
            value(out, each.getValue(), indent + INDENT);
        });
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
