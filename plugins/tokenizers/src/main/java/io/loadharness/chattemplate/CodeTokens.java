// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.chattemplate.Token.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tokenizes the code inside a template's tags. */
final class CodeTokens {

    private static final Pattern TOKEN = Pattern.compile(
            "(?<string>'[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+'|\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")"
                    + "|(?<name>[\\p{L}_][\\p{L}\\p{M}\\p{N}_]*)"
                    + "|(?<float>(?<!\\.)(?:\\d+_)*\\d+(?:(?:\\.(?:\\d+_)*\\d+)?[eE][-+]?(?:\\d+_)*\\d+|\\.(?:\\d+_)*\\d+))"
                    + "|(?<integer>0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\\da-fA-F])+"
                    + "|[1-9](?:_?\\d)*|0(?:_?0)*)"
                    + "|(?<operator>//|\\*\\*|==|!=|>=|<=|[-+*/%~<>=|.:,;()\\[\\]{}])",
            Pattern.DOTALL);

    /**
     * A token and its end position.
     *
     * @param end the position after the last character of the token
     */
    record Found(Token token, int end) {}

    private CodeTokens() {}

    /** Returns the token that starts at a position. */
    static Found at(String source, int position, int line) {
        Matcher found = TOKEN.matcher(source).region(position, source.length()).useTransparentBounds(true);
        if (!found.lookingAt()) {
            char first = source.charAt(position);
            throw new TemplateException(
                    line,
                    first == '\'' || first == '"'
                            ? "a string is not closed"
                            : "unexpected character \"" + first + "\" in a tag");
        }
        return new Found(token(found, line), found.end());
    }

    private static Token token(Matcher found, int line) {
        String text = found.group();
        if (found.group("string") != null) {
            return new Token(Kind.STRING, Escapes.resolve(text.substring(1, text.length() - 1)), line);
        }
        if (found.group("name") != null) {
            return new Token(Kind.NAME, text, line);
        }
        if (found.group("operator") != null) {
            return new Token(Kind.OPERATOR, text, line);
        }
        Kind number = found.group("float") != null ? Kind.FLOAT : Kind.INTEGER;
        return new Token(number, text.replace("_", ""), line);
    }
}
