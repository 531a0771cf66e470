// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A value as Python prints it: dictionaries, lists, tuples, texts, numbers, True, False and None. What else may stand there, as an
 * object, becomes the text that it is. Nothing is executed.
 */
final class PythonValue {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 50;

    private final String text;
    private int position;

    private PythonValue(String text) {
        this.text = text;
    }

    /** Empty if the text is not whole, or is no such value. */
    static Optional<JsonNode> read(String text) {
        PythonValue reader = new PythonValue(text.strip());
        try {
            JsonNode value = reader.value(0);
            return reader.position == reader.text.length() ? Optional.of(value) : Optional.empty();
        } catch (Broken e) {
            return Optional.empty();
        }
    }

    private JsonNode value(int depth) throws Broken {
        skipSpaces();
        if (depth > DEEPEST) {
            throw new Broken();
        }
        return switch (peek()) {
            case '{' -> dictionary(depth);
            case '[' -> sequence(depth, ']');
            case '(' -> sequence(depth, ')');
            case '\'', '"' -> NODES.textNode(quoted());
            default -> other();
        };
    }

    private ObjectNode dictionary(int depth) throws Broken {
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

    private ArrayNode sequence(int depth, char end) throws Broken {
        ArrayNode array = NODES.arrayNode();
        position++;
        while (!closes(end)) {
            array.add(value(depth + 1));
            skipComma(end);
        }
        return array;
    }

    private boolean closes(char end) throws Broken {
        skipSpaces();
        if (peek() == end) {
            position++;
            return true;
        }
        return false;
    }

    private void skipComma(char end) throws Broken {
        skipSpaces();
        if (peek() != end) {
            take(',');
        }
    }

    private String quoted() throws Broken {
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

    /** A number, a constant, or the text of an object, whose brackets and quotes must match. */
    private JsonNode other() throws Broken {
        int begin = position;
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
        String content = text.substring(begin, position).strip();
        if (content.isEmpty() || open != 0) {
            throw new Broken();
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

    private char peek() throws Broken {
        if (position >= text.length()) {
            throw new Broken();
        }
        return text.charAt(position);
    }

    private void take(char expected) throws Broken {
        if (peek() != expected) {
            throw new Broken();
        }
        position++;
    }

    /** The text ends early, or goes on otherwise than Python does. */
    private static final class Broken extends Exception {

        private static final long serialVersionUID = 1;

        Broken() {
            super(null, null, false, false);
        }
    }
}
