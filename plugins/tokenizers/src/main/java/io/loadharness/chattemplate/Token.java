// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * A piece of a template.
 *
 * @param text what it holds; of a string, without quotes and escapes
 */
record Token(Kind kind, String text, int line) {

    /** Kinds of pieces. */
    enum Kind {
        /** Goes to the output as it stands. */
        DATA,
        /** What opens <code>{{ }}</code>. */
        VARIABLE_BEGIN,
        /** What closes it. */
        VARIABLE_END,
        /** What opens <code>{% %}</code>. */
        BLOCK_BEGIN,
        /** What closes it. */
        BLOCK_END,
        /** A name or a word of the language. */
        NAME,
        /** A string. */
        STRING,
        /** A whole number. */
        INTEGER,
        /** Any other number. */
        FLOAT,
        /** A sign. */
        OPERATOR,
        /** The end of the template. */
        END
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isName(String name) {
        return kind == Kind.NAME && text.equals(name);
    }

    boolean isOperator(String sign) {
        return kind == Kind.OPERATOR && text.equals(sign);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case END -> "the end of the template";
            case BLOCK_END -> "%}";
            case VARIABLE_END -> "}}";
            default -> text;
        };
    }
}
