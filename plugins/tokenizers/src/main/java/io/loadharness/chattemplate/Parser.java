// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.chattemplate.Statement.Flow;
import io.loadharness.chattemplate.Token.Kind;
import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the statements of a template. */
final class Parser {

    private static final Set<String> STATEMENTS =
            Set.of("for", "if", "set", "macro", "call", "filter", "with", "generation", "break", "continue");

    private static final String BODY_NAME = "the text of a block";
    private static final Expression BODY = scope -> scope.get(BODY_NAME);
    private static final Block EMPTY_BLOCK = new Block(List.of());

    private final TokenStream tokens;
    private final ExpressionParser expressions;
    private int loops;

    private Parser(List<Token> tokens) {
        this.tokens = new TokenStream(tokens);
        this.expressions = new ExpressionParser(this.tokens);
    }

    static Block parse(String template) {
        Parser parser = new Parser(Lexer.tokens(template));
        Block all = parser.block();
        if (!parser.tokens.peek().is(Kind.END)) {
            throw parser.tokens.unexpected("the end of the template");
        }
        return all;
    }

    /**
     * Parses statements up to a tag that starts with one of the words. Without words, parses up to the end of the template. The next token
     * is then the word.
     */
    private Block block(String... ends) {
        Set<String> words = Set.of(ends);
        List<Statement> all = new ArrayList<>();
        while (!tokens.peek().is(Kind.END)) {
            if (tokens.peek().is(Kind.BLOCK_BEGIN)
                    && words.contains(tokens.peekSecond().text())) {
                tokens.next();
                return new Block(all);
            }
            all.add(statement());
        }
        if (ends.length > 0) {
            throw tokens.unexpected("\"" + ends[0] + "\"");
        }
        return new Block(all);
    }

    private Statement statement() {
        Token token = tokens.next();
        int line = token.line();
        return switch (token.kind()) {
            case DATA ->
                (scope, out) -> {
                    out.append(token.text());
                    return Flow.NEXT;
                };
            case VARIABLE_BEGIN -> {
                Expression value = expressions.parseList();
                tokens.expect(Kind.VARIABLE_END, "\"}}\"");
                yield located(line, (scope, out) -> {
                    out.append(Text.of(value.evaluate(scope)));
                    return Flow.NEXT;
                });
            }
            default -> located(line, tag(tokens.expect(Kind.NAME, "a statement")));
        };
    }

    private static Statement located(int line, Statement statement) {
        return (scope, out) -> TemplateException.locate(line, () -> statement.run(scope, out));
    }

    private Statement tag(Token word) {
        return switch (word.text()) {
            case "for" -> forLoop();
            case "if" -> condition();
            case "set" -> assignment();
            case "macro" -> macro();
            case "call" -> call();
            case "filter" -> filtered();
            case "with" -> with();
            case "generation" -> {
                endTag();
                yield body("endgeneration");
            }
            case "break" -> jump(word, Flow.BREAK);
            case "continue" -> jump(word, Flow.CONTINUE);
            default ->
                throw new TemplateException(
                        word.line(),
                        "unknown statement \"" + word.text() + "\"; the nearest is "
                                + Suggestions.nearest(word.text(), STATEMENTS));
        };
    }

    private Statement forLoop() {
        Target target = target();
        tokens.expectName("in");
        Expression elements = elements();
        Expression condition = tokens.skipName("if") ? expressions.parse() : scope -> true;
        endTag();
        loops++;
        Block body = block("else", "endfor");
        loops--;
        Block otherwise = EMPTY_BLOCK;
        if (tokens.skipName("else")) {
            endTag();
            otherwise = block("endfor");
        }
        tokens.expectName("endfor");
        endTag();
        return new ForStatement(target, elements, condition, body, otherwise);
    }

    /**
     * Parses the elements of a {@code for} statement. Stops at an {@code if} after the elements, because it is the condition of the loop.
     */
    private Expression elements() {
        Expression elements = expressions.parseWithoutCondition();
        if (tokens.peek().isName("recursive")) {
            throw new TemplateException(tokens.peek().line(), "recursive loops are not supported");
        }
        return elements;
    }

    private Statement condition() {
        List<Expression> conditions = new ArrayList<>();
        List<Block> bodies = new ArrayList<>();
        Block otherwise = EMPTY_BLOCK;
        do {
            conditions.add(expressions.parseList());
            endTag();
            bodies.add(block("elif", "else", "endif"));
        } while (tokens.skipName("elif"));
        if (tokens.skipName("else")) {
            endTag();
            otherwise = block("endif");
        }
        tokens.expectName("endif");
        endTag();
        Block last = otherwise;
        return (scope, out) -> {
            for (int i = 0; i < conditions.size(); i++) {
                if (PythonValues.isTrue(conditions.get(i).evaluate(scope))) {
                    return bodies.get(i).run(scope, out);
                }
            }
            return last.run(scope, out);
        };
    }

    private Statement assignment() {
        Target target = target();
        if (tokens.skipOperator("=")) {
            Expression value = expressions.parseList();
            endTag();
            return (scope, out) -> {
                target.set(scope, value.evaluate(scope));
                return Flow.NEXT;
            };
        }
        Expression filters = expressions.parseFilters(BODY);
        endTag();
        Block body = body("endset");
        return (scope, out) -> {
            target.set(scope, filtered(body, filters, scope));
            return Flow.NEXT;
        };
    }

    private Statement filtered() {
        Expression filters = expressions.parseFilterNames(BODY);
        endTag();
        Block body = body("endfilter");
        return (scope, out) -> {
            out.append(Text.of(filtered(body, filters, scope)));
            return Flow.NEXT;
        };
    }

    private static Object filtered(Block body, Expression filters, Scope scope) {
        Scope inside = scope.inner();
        inside.set(BODY_NAME, body.text(scope.inner()));
        return filters.evaluate(inside);
    }

    private Statement with() {
        Map<String, Expression> values = new LinkedHashMap<>();
        while (!tokens.peek().is(Kind.BLOCK_END)) {
            String name = tokens.expect(Kind.NAME, "a name").text();
            tokens.expectOperator("=");
            values.put(name, expressions.parse());
            tokens.skipOperator(",");
        }
        endTag();
        Block body = body("endwith");
        return (scope, out) -> {
            Scope inside = scope.inner();
            values.forEach((name, value) -> inside.set(name, value.evaluate(scope)));
            return body.run(inside, out);
        };
    }

    private Statement macro() {
        String name = tokens.expect(Kind.NAME, "a name").text();
        tokens.expectOperator("(");
        Macro macro = macro(name, "endmacro");
        return (scope, out) -> {
            scope.set(name, macro.boundTo(scope));
            return Flow.NEXT;
        };
    }

    /** Parses a {@code call} block, which calls a macro. The macro can output the body of the block with {@code caller()}. */
    private Statement call() {
        List<String> parameters = new ArrayList<>();
        Map<String, Expression> defaults = new LinkedHashMap<>();
        if (tokens.skipOperator("(")) {
            parameters(parameters, defaults);
        }
        Token name = tokens.expect(Kind.NAME, "a macro");
        tokens.expectOperator("(");
        ArgumentList arguments = expressions.parseArguments();
        endTag();
        Macro caller = new Macro("caller", parameters, defaults, body("endcall"));
        return (scope, out) -> {
            if (!(scope.get(name.text()) instanceof Callable macro)) {
                throw new TemplateException("\"" + name.text() + "\" is not a macro");
            }
            Arguments given = arguments.evaluate(scope);
            Map<String, Object> named = new LinkedHashMap<>(given.named());
            named.put("caller", caller.boundTo(scope));
            out.append(Text.of(macro.call(new Arguments(given.positional(), named))));
            return Flow.NEXT;
        };
    }

    private Macro macro(String name, String end) {
        List<String> parameters = new ArrayList<>();
        Map<String, Expression> defaults = new LinkedHashMap<>();
        parameters(parameters, defaults);
        endTag();
        return new Macro(name, parameters, defaults, body(end));
    }

    private void parameters(List<String> names, Map<String, Expression> defaults) {
        while (!tokens.skipOperator(")")) {
            String name = tokens.expect(Kind.NAME, "a name").text();
            names.add(name);
            if (tokens.skipOperator("=")) {
                defaults.put(name, expressions.parse());
            }
            if (!tokens.peek().isOperator(")")) {
                tokens.expectOperator(",");
            }
        }
    }

    /** Parses the body of a statement and its end tag, such as {@code endfor}. */
    private Block body(String end) {
        Block body = block(end);
        tokens.expectName(end);
        endTag();
        return body;
    }

    private Statement jump(Token word, Flow flow) {
        if (loops == 0) {
            throw new TemplateException(word.line(), word.text() + " is only allowed inside a loop");
        }
        endTag();
        return (scope, out) -> flow;
    }

    private Target target() {
        boolean inParentheses = tokens.skipOperator("(");
        List<Target> all = new ArrayList<>(List.of(oneTarget()));
        while (tokens.skipOperator(",")) {
            all.add(oneTarget());
        }
        if (inParentheses) {
            tokens.expectOperator(")");
        }
        return all.size() == 1 ? all.get(0) : Target.all(all);
    }

    private Target oneTarget() {
        String name = tokens.expect(Kind.NAME, "a name").text();
        return tokens.skipOperator(".")
                ? Target.attribute(name, tokens.expect(Kind.NAME, "a name").text())
                : Target.name(name);
    }

    private void endTag() {
        tokens.expect(Kind.BLOCK_END, "\"%}\"");
    }
}
