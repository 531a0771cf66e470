// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.chattemplate.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a template into tokens. Removes the line break after a block tag, and white space between the start of a line and a block tag. A
 * minus in a delimiter, as in <code>{%- if a %}</code>, removes all white space on that side of the tag. A plus keeps the white space that
 * would otherwise be removed.
 */
final class Lexer {

    private static final Pattern OPENING = Pattern.compile("\\{[{%#]");
    private static final Pattern RAW = Pattern.compile("\\{%[-+]?\\s*raw\\s*(-%}\\s*|%})");
    private static final Pattern END_OF_RAW = Pattern.compile("\\{%([-+]?)\\s*endraw\\s*(\\+%}|-%}\\s*|%}\\n?)");
    private static final Pattern END_OF_COMMENT = Pattern.compile("\\+#}|-#}\\s*|#}\\n?");

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int counted;
    private int line = 1;
    private boolean atLineStart = true;

    private Lexer(String source) {
        this.source = source;
    }

    /** Returns all tokens of a template. The last token has the kind {@link Kind#END}. */
    static List<Token> tokens(String template) {
        String unix = template.replace("\r\n", "\n").replace('\r', '\n');
        Lexer lexer = new Lexer(unix.endsWith("\n") ? unix.substring(0, unix.length() - 1) : unix);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        Matcher opening = OPENING.matcher(source);
        while (opening.find(at)) {
            tag(opening.start());
        }
        data(source.substring(at));
        at = source.length();
        tokens.add(new Token(Kind.END, "", line(at)));
    }

    private void tag(int open) {
        char kind = source.charAt(open + 1);
        int after = open + 2;
        char sign = after < source.length() ? source.charAt(after) : 0;
        boolean hasSign = sign == '-' || sign == '+';
        data(beforeTag(source.substring(at, open), hasSign ? sign : 0, kind));
        Matcher raw = RAW.matcher(source).region(open, source.length());
        if (raw.lookingAt()) {
            raw(open, raw.end());
            return;
        }
        at = hasSign ? after + 1 : after;
        switch (kind) {
            case '#' -> comment(open);
            case '{' -> code(open, Kind.VARIABLE_BEGIN, Kind.VARIABLE_END, "}}");
            default -> code(open, Kind.BLOCK_BEGIN, Kind.BLOCK_END, "%}");
        }
        atLineStart = source.charAt(at - 1) == '\n';
    }

    private String beforeTag(String text, char sign, char kind) {
        if (sign == '-') {
            return Spaces.stripRight(text, Spaces::isSpace);
        }
        int lineStart = text.lastIndexOf('\n') + 1;
        boolean isIndented = (lineStart > 0 || atLineStart) && Spaces.isBlank(text.substring(lineStart));
        return sign != '+' && kind != '{' && isIndented ? text.substring(0, lineStart) : text;
    }

    private void comment(int open) {
        Matcher end = END_OF_COMMENT.matcher(source);
        if (!end.find(at)) {
            throw new TemplateException(line(open), "a comment is not closed");
        }
        at = end.end();
    }

    private void raw(int open, int from) {
        Matcher end = END_OF_RAW.matcher(source);
        if (!end.find(from)) {
            throw new TemplateException(line(open), "a raw block is not closed: endraw is missing");
        }
        String text = source.substring(from, end.start());
        atLineStart = false;
        data(beforeTag(text, end.group(1).isEmpty() ? 0 : end.group(1).charAt(0), '%'));
        at = end.end();
        atLineStart = source.charAt(at - 1) == '\n';
    }

    private void data(String text) {
        if (!text.isEmpty()) {
            tokens.add(new Token(Kind.DATA, text, line(at)));
        }
    }

    private void code(int open, Kind begin, Kind end, String close) {
        int opened = line(open);
        tokens.add(new Token(begin, "", opened));
        int depth = 0;
        while (true) {
            at = Spaces.after(source, at);
            if (at == source.length()) {
                throw new TemplateException(opened, "a tag is not closed: \"" + close + "\" is missing");
            }
            if (depth == 0 && skipEndOfTag(close)) {
                tokens.add(new Token(end, "", line(at)));
                return;
            }
            CodeTokens.Found found = CodeTokens.at(source, at, line(at));
            at = found.end();
            depth += found.token().is(Kind.OPERATOR) ? nesting(found.token().text()) : 0;
            tokens.add(found.token());
        }
    }

    /** Moves past the end of the tag if the tag ends at the current position. Returns false if it does not end there. */
    private boolean skipEndOfTag(String close) {
        if (source.startsWith(close, at)) {
            at += close.length();
            if (close.equals("%}") && source.startsWith("\n", at)) {
                at++;
            }
            return true;
        }
        if (source.startsWith("-" + close, at)) {
            at = Spaces.after(source, at + 1 + close.length());
            return true;
        }
        if (close.equals("%}") && source.startsWith("+" + close, at)) {
            at += 1 + close.length();
            return true;
        }
        return false;
    }

    private static int nesting(String sign) {
        return switch (sign) {
            case "(", "[", "{" -> 1;
            case ")", "]", "}" -> -1;
            default -> 0;
        };
    }

    /** Returns the line number of a position. Each call must pass the same position as the previous call or a later one. */
    private int line(int position) {
        while (counted < position) {
            if (source.charAt(counted++) == '\n') {
                line++;
            }
        }
        return line;
    }
}
