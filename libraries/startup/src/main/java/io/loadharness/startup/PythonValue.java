// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Parses Python literals: dictionaries, lists, tuples, strings, numbers, True, False and None. Other values, such as objects, become
 * strings. No Python code is executed.
 */
final class PythonValue {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 50;

    private final String text;
    private int position;

    private PythonValue(String text) {
        this.text = text;
    }

    /** Parses a literal. Returns empty if the text is incomplete or is not a literal. */
    static Optional<JsonNode> read(String text) {
        PythonValue reader = new PythonValue(text.strip());
        try {
            JsonNode value = reader.value(0);
            return reader.position == reader.text.length() ? Optional.of(value) : Optional.empty();
        } catch (InvalidLiteral e) {
            return Optional.empty();
        }
    }

    private JsonNode value(int depth) throws InvalidLiteral {
        skipSpaces();
        if (depth > MAX_DEPTH) {
            throw new InvalidLiteral();
        }
        return switch (peek()) {
            case '{' -> dictionary(depth);
            case '[' -> sequence(depth, ']');
            case '(' -> sequence(depth, ')');
            case '\'', '"' -> NODES.textNode(quoted());
            default -> other();
        };
    }

    private ObjectNode dictionary(int depth) throws InvalidLiteral {
        ObjectNode object = NODES.objectNode();
        position++;
        while (!closes('}')) {
            JsonNode key = value(depth + 1);
            skipSpaces();
            take(':');
            object.set(key.isTextual() ? key.textValue() : key.toString(), value(depth + 1));
            skipComma('}');
        }
        return object;
    }

    private ArrayNode sequence(int depth, char end) throws InvalidLiteral {
        ArrayNode array = NODES.arrayNode();
        position++;
        while (!closes(end)) {
            array.add(value(depth + 1));
            skipComma(end);
        }
        return array;
    }

    private boolean closes(char end) throws InvalidLiteral {
        skipSpaces();
        if (peek() == end) {
            position++;
            return true;
        }
        return false;
    }

    private void skipComma(char end) throws InvalidLiteral {
        skipSpaces();
        if (peek() != end) {
            take(',');
        }
    }

    private String quoted() throws InvalidLiteral {
        char quote = peek();
        position++;
        StringBuilder content = new StringBuilder();
        while (peek() != quote) {
            if (peek() == '\\') {
                position++;
            }
            content.append(peek());
            position++;
        }
        position++;
        return content.toString();
    }

    /** Parses a number, a constant, or the text of an object with balanced brackets and quotes. */
    private JsonNode other() throws InvalidLiteral {
        int start = position;
        int open = 0;
        while (position < text.length() && (open > 0 || ",:]})".indexOf(peek()) < 0)) {
            char next = peek();
            if (next == '\'' || next == '"') {
                quoted();
                continue;
            }
            open += "([{<".indexOf(next) >= 0 ? 1 : ")]}>".indexOf(next) >= 0 ? -1 : 0;
            position++;
        }
        String content = text.substring(start, position).strip();
        if (content.isEmpty() || open != 0) {
            throw new InvalidLiteral();
        }
        return switch (content) {
            case "True" -> NODES.booleanNode(true);
            case "False" -> NODES.booleanNode(false);
            case "None" -> NODES.nullNode();
            default -> number(content);
        };
    }

    private static JsonNode number(String content) {
        if (content.matches("-?\\d{1,18}")) {
            return NODES.numberNode(Long.parseLong(content));
        }
        return content.matches("-?\\d{1,300}\\.\\d{0,300}(?:e[-+]?\\d{1,2})?")
                ? NODES.numberNode(Double.parseDouble(content))
                : NODES.textNode(content);
    }

    private void skipSpaces() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
    }

    private char peek() throws InvalidLiteral {
        if (position >= text.length()) {
            throw new InvalidLiteral();
        }
        return text.charAt(position);
    }

    private void take(char expected) throws InvalidLiteral {
        if (peek() != expected) {
            throw new InvalidLiteral();
        }
        position++;
    }

    /** Thrown if the text is not a valid literal. */
    private static final class InvalidLiteral extends Exception {

        private static final long serialVersionUID = 1;

        InvalidLiteral() {
            super(null, null, false, false);
        }
    }
}
