// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * A token of a template.
 *
 * @param text the text of the token; for a string, the text without quotes and with escape sequences resolved
 */
record Token(Kind kind, String text, int line) {

    /** Kinds of tokens. */
    enum Kind {
        /** Text outside tags, copied to the output. */
        DATA,
        /** The start of <code>{{ }}</code>. */
        VARIABLE_BEGIN,
        /** The end of <code>{{ }}</code>. */
        VARIABLE_END,
        /** The start of <code>{% %}</code>. */
        BLOCK_BEGIN,
        /** The end of <code>{% %}</code>. */
        BLOCK_END,
        /** A name or a keyword. */
        NAME,
        /** A string. */
        STRING,
        /** An integer. */
        INTEGER,
        /** A floating-point number. */
        FLOAT,
        /** An operator or punctuation. */
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
