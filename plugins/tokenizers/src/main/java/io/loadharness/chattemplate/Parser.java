// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.chattemplate.Statement.Flow;
import io.loadharness.chattemplate.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the statements of a template. */
final class Parser {

    private static final Set<String> STATEMENTS =
            Set.of("for", "if", "set", "macro", "call", "filter", "with", "generation", "print", "break", "continue");

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
     * Parses statements up to a tag that starts with one of the words in {@code ends}. This word is then the next token. If {@code ends} is
     * empty, parses up to the end of the template.
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
                    RenderingLimits.append(out, token.text());
                    return Flow.NEXT;
                };
            case VARIABLE_BEGIN -> {
                Expression value = expressions.parseList();
                tokens.expect(Kind.VARIABLE_END, "\"}}\"");
                yield located(line, printed(value));
            }
            default -> located(line, tag(tokens.expect(Kind.NAME, "a statement")));
        };
    }

    private static Statement printed(Expression value) {
        return (scope, out) -> {
            RenderingLimits.append(out, Text.of(value.evaluate(scope)));
            return Flow.NEXT;
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
            case "print" -> {
                List<Statement> all = new ArrayList<>();
                do {
                    all.add(printed(expressions.parse()));
                } while (tokens.skipOperator(","));
                endTag();
                yield new Block(all);
            }
            case "break" -> jump(word, Flow.BREAK);
            case "continue" -> jump(word, Flow.CONTINUE);
            default ->
                throw new TemplateException(
                        word.line(), TemplateException.unknown("statement", word.text(), STATEMENTS));
        };
    }

    private Statement forLoop() {
        Target target = target();
        tokens.expectName("in");
        Expression elements = expressions.parseListWithoutCondition();
        Expression condition = tokens.skipName("if") ? expressions.parse() : null;
        boolean isRecursive = tokens.skipName("recursive");
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
        return new ForStatement(target, elements, condition, body, otherwise, isRecursive);
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
            RenderingLimits.append(out, Text.of(filtered(body, filters, scope)));
            return Flow.NEXT;
        };
    }

    private static Object filtered(Block body, Expression filters, Scope scope) {
        Scope inside = scope.inner();
        inside.set(BODY_NAME, body.text(scope.inner()));
        return filters.evaluate(inside);
    }

    private Statement with() {
        Map<Target, Expression> values = new LinkedHashMap<>();
        while (!tokens.peek().is(Kind.BLOCK_END)) {
            if (!values.isEmpty()) {
                tokens.expectOperator(",");
            }
            Target target = oneTarget();
            tokens.expectOperator("=");
            values.put(target, expressions.parse());
        }
        endTag();
        Block body = body("endwith");
        return (scope, out) -> {
            Scope inside = scope.inner();
            values.forEach((target, value) -> target.set(inside, value.evaluate(scope)));
            return body.run(inside, out);
        };
    }

    private Statement macro() {
        String name = tokens.expect(Kind.NAME, "a name").text();
        tokens.expectOperator("(");
        List<String> parameters = new ArrayList<>();
        Map<String, Expression> defaults = new LinkedHashMap<>();
        parameters(parameters, defaults);
        Macro macro = macro(name, parameters, defaults, "endmacro");
        return (scope, out) -> {
            scope.set(name, new Macro.Bound(macro, scope));
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
        Token first = tokens.peek();
        if (!(expressions.parse() instanceof ExpressionParser.Call call)) {
            throw new TemplateException(first.line(), "expected a call of a macro but found " + first);
        }
        Macro caller = macro("caller", parameters, defaults, "endcall");
        return (scope, out) -> {
            Callable function = call.function(call.callee().evaluate(scope));
            Arguments given = call.arguments().evaluate(scope);
            Map<String, Object> named = new LinkedHashMap<>(given.named());
            named.put("caller", new Macro.Bound(caller, scope));
            RenderingLimits.append(out, Text.of(function.call(new Arguments(given.positional(), named))));
            return Flow.NEXT;
        };
    }

    /** Parses the body of a macro. Its parameters are already consumed. */
    private Macro macro(String name, List<String> parameters, Map<String, Expression> defaults, String end) {
        endTag();
        Set<String> before = expressions.collectNames();
        int loopsBefore = loops;
        loops = 0;
        Block body = body(end);
        loops = loopsBefore;
        return new Macro(name, parameters, defaults, body, expressions.collectedNames(before));
    }

    private void parameters(List<String> names, Map<String, Expression> defaults) {
        while (!tokens.skipOperator(")")) {
            Token name = tokens.expect(Kind.NAME, "a name");
            if (names.contains(name.text())) {
                throw new TemplateException(name.line(), "two parameters are named \"" + name.text() + "\"");
            }
            names.add(name.text());
            if (tokens.skipOperator("=")) {
                defaults.put(name.text(), expressions.parse());
            } else if (!defaults.isEmpty()) {
                throw new TemplateException(
                        name.line(),
                        "the parameter \"" + name.text() + "\" needs a default value, as the parameters before it");
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
        List<Target> all = new ArrayList<>(List.of(oneTarget()));
        boolean isOne = !tokens.peek().isOperator(",");
        while (tokens.skipOperator(",") && startsTarget()) {
            all.add(oneTarget());
        }
        return isOne ? all.get(0) : Target.all(all);
    }

    private boolean startsTarget() {
        return tokens.peek().isOperator("(") || tokens.peek().is(Kind.NAME);
    }

    private Target oneTarget() {
        if (tokens.skipOperator("(")) {
            Target inside = target();
            tokens.expectOperator(")");
            return inside;
        }
        String name = tokens.expect(Kind.NAME, "a name").text();
        return tokens.skipOperator(".")
                ? Target.attribute(name, tokens.expect(Kind.NAME, "a name").text())
                : Target.name(name);
    }

    private void endTag() {
        tokens.expect(Kind.BLOCK_END, "\"%}\"");
    }
}
