// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.chattemplate.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Parses expressions by recursive descent, from the lowest operator precedence to the highest. */
final class ExpressionParser {

    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");
    private static final Set<String> SUMS = Set.of("+", "-");
    private static final Set<String> PRODUCTS = Set.of("*", "/", "//", "%");
    private static final Set<String> WORDS_AFTER_TEST = Set.of("else", "or", "and", "is", "if", "in", "not");

    private final TokenStream tokens;
    private Set<String> used = new HashSet<>();

    ExpressionParser(TokenStream tokens) {
        this.tokens = tokens;
    }

    /** A call of a function. */
    record Call(Expression callee, ArgumentList arguments) implements Expression {

        @Override
        public Object evaluate(Scope scope) {
            RenderingLimits.step();
            Object called = callee.evaluate(scope);
            return function(called).call(arguments.evaluate(scope));
        }

        /** Returns a called value as a function. Throws an exception if the value cannot be called. */
        Callable function(Object called) {
            if (called instanceof Callable function) {
                return function;
            }
            throw called instanceof Undefined undefined
                    ? undefined.toException()
                    : new TemplateException(PythonValues.nameOf(called) + " cannot be called");
        }
    }

    /** Starts to collect the names that expressions use. Returns the names that were collected before. */
    Set<String> collectNames() {
        Set<String> before = used;
        used = new HashSet<>();
        return before;
    }

    /** Returns the names that were used since {@link #collectNames}. Also adds them to the names that were collected before. */
    Set<String> collectedNames(Set<String> before) {
        Set<String> names = used;
        before.addAll(names);
        used = before;
        return names;
    }

    /** Parses one expression, or several expressions separated by commas. The value of several expressions is a tuple. */
    Expression parseList() {
        return parseList(this::parse);
    }

    /** Parses the elements of a {@code for} statement. Stops at an {@code if}, which is the condition of the loop. */
    Expression parseListWithoutCondition() {
        return parseList(this::parseWithoutCondition);
    }

    private Expression parseList(Supplier<Expression> one) {
        Expression first = one.get();
        if (!tokens.peek().isOperator(",")) {
            return first;
        }
        List<Expression> all = new ArrayList<>(List.of(first));
        while (tokens.skipOperator(",") && !endsTag()) {
            all.add(one.get());
        }
        return scope -> Tuple.of(evaluated(all, scope));
    }

    /** Parses an expression that may be conditional, such as {@code a if b else c}. */
    Expression parse() {
        Expression value = parseWithoutCondition();
        while (tokens.skipName("if")) {
            Expression then = value;
            Expression condition = parseWithoutCondition();
            Expression otherwise = tokens.skipName("else")
                    ? parse()
                    : scope -> new Undefined(
                            "a conditional expression has no value: its condition is false and it has no else");
            value = scope ->
                    PythonValues.isTrue(condition.evaluate(scope)) ? then.evaluate(scope) : otherwise.evaluate(scope);
        }
        return value;
    }

    /** Parses an expression without a condition. Parsing ends before an {@code if}. */
    Expression parseWithoutCondition() {
        Expression left = parseAnd();
        while (tokens.skipName("or")) {
            Expression one = left;
            Expression other = parseAnd();
            left = scope -> {
                Object value = one.evaluate(scope);
                return PythonValues.isTrue(value) ? value : other.evaluate(scope);
            };
        }
        return left;
    }

    private Expression parseAnd() {
        Expression left = parseNot();
        while (tokens.skipName("and")) {
            Expression one = left;
            Expression other = parseNot();
            left = scope -> {
                Object value = one.evaluate(scope);
                return PythonValues.isTrue(value) ? other.evaluate(scope) : value;
            };
        }
        return left;
    }

    private Expression parseNot() {
        if (tokens.skipName("not")) {
            Expression operand = parseNot();
            return scope -> !PythonValues.isTrue(operand.evaluate(scope));
        }
        return parseComparison();
    }

    /** Parses a chain of comparisons, such as {@code a < b < c}, which is true if each comparison is true. */
    private Expression parseComparison() {
        Expression first = parseSum();
        List<String> signs = new ArrayList<>();
        List<Expression> others = new ArrayList<>();
        for (String sign = comparison(); sign != null; sign = comparison()) {
            signs.add(sign);
            others.add(parseSum());
        }
        if (signs.isEmpty()) {
            return first;
        }
        return scope -> {
            Object left = first.evaluate(scope);
            for (int i = 0; i < signs.size(); i++) {
                Object right = others.get(i).evaluate(scope);
                if (!Operators.compare(signs.get(i), left, right)) {
                    return false;
                }
                left = right;
            }
            return true;
        };
    }

    private @Nullable String comparison() {
        Token token = tokens.peek();
        if (token.is(Kind.OPERATOR) && COMPARISONS.contains(token.text())) {
            return tokens.next().text();
        }
        if (tokens.skipName("in")) {
            return "in";
        }
        if (token.isName("not") && tokens.peekSecond().isName("in")) {
            tokens.next();
            tokens.next();
            return "not in";
        }
        return null;
    }

    private Expression parseSum() {
        Expression left = parseJoined();
        while (isOperatorIn(SUMS)) {
            left = binary(tokens.next().text(), left, parseJoined());
        }
        return left;
    }

    private Expression parseJoined() {
        Expression left = parseProduct();
        while (tokens.skipOperator("~")) {
            Expression one = left;
            Expression other = parseProduct();
            left = scope -> Operators.apply("+", Text.of(one.evaluate(scope)), Text.of(other.evaluate(scope)));
        }
        return left;
    }

    private Expression parseProduct() {
        Expression left = parsePower();
        while (isOperatorIn(PRODUCTS)) {
            left = binary(tokens.next().text(), left, parsePower());
        }
        return left;
    }

    private Expression parsePower() {
        Expression left = parseSigned(true);
        while (tokens.skipOperator("**")) {
            left = binary("**", left, parseSigned(true));
        }
        return left;
    }

    private Expression parseSigned(boolean withFilters) {
        Expression value;
        if (tokens.skipOperator("-")) {
            Expression positive = parseSigned(false);
            value = scope -> Numbers.negated(positive.evaluate(scope));
        } else if (tokens.skipOperator("+")) {
            Expression signed = parseSigned(false);
            value = scope -> Operators.apply("+", 0L, signed.evaluate(scope));
        } else {
            value = parsePrimary();
        }
        value = parsePostfix(value);
        return withFilters ? parseFilters(value) : value;
    }

    private Expression parsePrimary() {
        Token token = tokens.next();
        return switch (token.kind()) {
            case NAME -> named(token.text());
            case INTEGER -> constant(whole(token));
            case FLOAT -> constant(Double.valueOf(token.text()));
            case STRING -> constant(joinedStrings(token));
            case OPERATOR -> parseEnclosed(token);
            default -> throw missingValue(token);
        };
    }

    private Expression parseEnclosed(Token opening) {
        return switch (opening.text()) {
            case "(" -> parseParentheses();
            case "[" -> listOf(parseUntil("]"));
            case "{" -> parseMap();
            default -> throw missingValue(opening);
        };
    }

    private static TemplateException missingValue(Token token) {
        return new TemplateException(token.line(), "expected a value but found " + token);
    }

    private String joinedStrings(Token first) {
        StringBuilder text = new StringBuilder(first.text());
        while (tokens.peek().is(Kind.STRING)) {
            text.append(tokens.next().text());
        }
        return text.toString();
    }

    private Expression named(String name) {
        used.add(name);
        return switch (name) {
            case "true", "True" -> constant(true);
            case "false", "False" -> constant(false);
            case "none", "None" -> constant(PythonValues.NONE);
            default -> scope -> scope.get(name);
        };
    }

    private static Object whole(Token token) {
        return TemplateException.locate(
                token.line(), () -> TextFilters.toInteger(token.text(), new Arguments(List.of(0L, 0L), Map.of())));
    }

    private Expression parseParentheses() {
        if (tokens.skipOperator(")")) {
            return constant(Tuple.of());
        }
        Expression inside = parseList();
        tokens.expectOperator(")");
        return inside;
    }

    private Expression parseMap() {
        Map<Expression, Expression> entries = new LinkedHashMap<>();
        while (!tokens.skipOperator("}")) {
            Expression key = parse();
            tokens.expectOperator(":");
            entries.put(key, parse());
            if (!tokens.peek().isOperator("}")) {
                tokens.expectOperator(",");
            }
        }
        return scope -> {
            Map<Object, Object> map = new LinkedHashMap<>();
            entries.forEach(
                    (key, value) -> map.put(PythonValues.keyIn(map, key.evaluate(scope)), value.evaluate(scope)));
            return map;
        };
    }

    private List<Expression> parseUntil(String close) {
        List<Expression> all = new ArrayList<>();
        while (!tokens.skipOperator(close)) {
            all.add(parse());
            if (!tokens.peek().isOperator(close)) {
                tokens.expectOperator(",");
            }
        }
        return all;
    }

    private Expression parsePostfix(Expression value) {
        Expression reached = value;
        while (true) {
            if (tokens.skipOperator(".")) {
                reached = attribute(reached);
            } else if (tokens.skipOperator("[")) {
                reached = parseSubscript(reached);
            } else if (tokens.skipOperator("(")) {
                reached = new Call(reached, parseArguments());
            } else {
                return reached;
            }
        }
    }

    private Expression attribute(Expression value) {
        if (tokens.peek().is(Kind.INTEGER)) {
            Object index = whole(tokens.next());
            return scope -> Lookup.item(value.evaluate(scope), index);
        }
        String name = tokens.expect(Kind.NAME, "a name").text();
        return scope -> Lookup.attribute(value.evaluate(scope), name);
    }

    private Expression parseSubscript(Expression value) {
        Expression from = isOperator(":") ? constant(PythonValues.NONE) : parse();
        if (tokens.skipOperator("]")) {
            return scope -> Lookup.item(value.evaluate(scope), from.evaluate(scope));
        }
        tokens.expectOperator(":");
        Expression to = isOperator(":") || isOperator("]") ? constant(PythonValues.NONE) : parse();
        Expression step = tokens.skipOperator(":") && !isOperator("]") ? parse() : constant(PythonValues.NONE);
        tokens.expectOperator("]");
        return scope ->
                Lookup.slice(value.evaluate(scope), from.evaluate(scope), to.evaluate(scope), step.evaluate(scope));
    }

    /** Parses arguments up to the closing parenthesis. The opening one is already consumed. */
    ArgumentList parseArguments() {
        List<Expression> positional = new ArrayList<>();
        Map<String, Expression> named = new LinkedHashMap<>();
        Expression more = null;
        Expression moreNamed = null;
        while (!tokens.skipOperator(")")) {
            if (more == null && moreNamed == null && tokens.skipOperator("*")) {
                more = parse();
            } else if (moreNamed == null && tokens.skipOperator("**")) {
                moreNamed = parse();
            } else if (moreNamed == null
                    && tokens.peek().is(Kind.NAME)
                    && tokens.peekSecond().isOperator("=")) {
                String name = tokens.next().text();
                tokens.next();
                named.put(name, parse());
            } else if (named.isEmpty() && more == null && moreNamed == null) {
                positional.add(parse());
            } else {
                throw tokens.unexpected("an argument with a name");
            }
            if (!isOperator(")")) {
                tokens.expectOperator(",");
            }
        }
        return new ArgumentList(positional, named, more, moreNamed);
    }

    /** Parses the filters and tests that follow a value. */
    Expression parseFilters(Expression value) {
        Expression filtered = value;
        while (true) {
            if (tokens.skipOperator("|")) {
                filtered = filter(filtered);
            } else if (tokens.skipName("is")) {
                filtered = test(filtered);
            } else if (tokens.skipOperator("(")) {
                filtered = new Call(filtered, parseArguments());
            } else {
                return filtered;
            }
        }
    }

    /** Parses the filters and tests of a {@code filter} block. The first filter has no {@code |} before it. */
    Expression parseFilterNames(Expression value) {
        return parseFilters(filter(value));
    }

    private Expression filter(Expression value) {
        Token name = tokens.expect(Kind.NAME, "a filter");
        ArgumentList arguments = tokens.skipOperator("(") ? parseArguments() : ArgumentList.NONE;
        Filters.Filter filter = TemplateException.locate(name.line(), () -> Filters.named(name.text()));
        return scope -> {
            RenderingLimits.step();
            return filter.apply(value.evaluate(scope), arguments.evaluate(scope));
        };
    }

    private Expression test(Expression value) {
        boolean isNegated = tokens.skipName("not");
        Token name = tokens.expect(Kind.NAME, "a test");
        Tests.Test test = TemplateException.locate(name.line(), () -> Tests.named(name.text()));
        ArgumentList arguments = parseTestArguments();
        return scope -> test.holds(value.evaluate(scope), arguments.evaluate(scope)) != isNegated;
    }

    private ArgumentList parseTestArguments() {
        if (tokens.skipOperator("(")) {
            return parseArguments();
        }
        Token next = tokens.peek();
        boolean hasArgument =
                switch (next.kind()) {
                    case NAME -> !WORDS_AFTER_TEST.contains(next.text());
                    case STRING, INTEGER, FLOAT -> true;
                    default -> isOperator("[") || isOperator("{");
                };
        return hasArgument ? ArgumentList.of(List.of(parsePostfix(parsePrimary()))) : ArgumentList.NONE;
    }

    private static Expression binary(String sign, Expression left, Expression right) {
        return scope -> Operators.apply(sign, left.evaluate(scope), right.evaluate(scope));
    }

    private static Expression constant(Object value) {
        return scope -> value;
    }

    private static Expression listOf(List<Expression> elements) {
        return scope -> evaluated(elements, scope);
    }

    private static List<Object> evaluated(List<Expression> elements, Scope scope) {
        List<Object> list = new ArrayList<>();
        elements.forEach(each -> list.add(each.evaluate(scope)));
        return list;
    }

    private boolean isOperator(String sign) {
        return tokens.peek().isOperator(sign);
    }

    private boolean isOperatorIn(Set<String> signs) {
        return tokens.peek().is(Kind.OPERATOR) && signs.contains(tokens.peek().text());
    }

    private boolean endsTag() {
        return isOperator(")")
                || isOperator("=")
                || tokens.peek().isName("if")
                || tokens.peek().isName("recursive")
                || tokens.peek().is(Kind.BLOCK_END)
                || tokens.peek().is(Kind.VARIABLE_END);
    }
}
