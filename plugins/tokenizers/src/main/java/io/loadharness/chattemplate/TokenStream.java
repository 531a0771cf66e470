// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.chattemplate.Token.Kind;
import java.util.List;

/** A cursor over the tokens of a template. */
final class TokenStream {

    private final List<Token> tokens;
    private int at;

    TokenStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekSecond() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    boolean skipOperator(String sign) {
        return skip(peek().isOperator(sign));
    }

    boolean skipName(String name) {
        return skip(peek().isName(name));
    }

    void expectOperator(String sign) {
        if (!skipOperator(sign)) {
            throw unexpected("a \"" + sign + "\"");
        }
    }

    void expectName(String name) {
        if (!skipName(name)) {
            throw unexpected("\"" + name + "\"");
        }
    }

    Token expect(Kind kind, String description) {
        if (!peek().is(kind)) {
            throw unexpected(description);
        }
        return next();
    }

    TemplateException unexpected(String expected) {
        return new TemplateException(peek().line(), "expected " + expected + " but found " + peek());
    }

    private boolean skip(boolean matches) {
        if (matches) {
            next();
        }
        return matches;
    }
}
