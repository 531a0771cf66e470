// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;

/** The supported tests, by name, as in {@code value is defined}. */
final class Tests {

    /** A test of a value. */
    @FunctionalInterface
    interface Test {

        /** Returns true if the value passes the test. */
        boolean holds(Object value, Arguments arguments);
    }

    private static final Map<String, Test> ALL = Map.ofEntries(
            entry("defined", (value, given) -> !(value instanceof Undefined)),
            entry("undefined", (value, given) -> value instanceof Undefined),
            entry("none", (value, given) -> value == PythonValues.NONE),
            entry("true", (value, given) -> value.equals(true)),
            entry("false", (value, given) -> value.equals(false)),
            entry("boolean", (value, given) -> value instanceof Boolean),
            entry("string", (value, given) -> value instanceof String),
            entry("number", (value, given) -> PythonValues.isNumber(value)),
            entry("integer", (value, given) -> Numbers.isWhole(value) && !(value instanceof Boolean)),
            entry("float", (value, given) -> value instanceof Double),
            entry("mapping", (value, given) -> value instanceof Map<?, ?>),
            entry("sequence", (value, given) -> isSequence(value)),
            entry("iterable", (value, given) -> isIterable(value)),
            entry("callable", (value, given) -> value instanceof Callable || value instanceof Undefined),
            entry("escaped", (value, given) -> false),
            entry("filter", (value, given) -> Filters.exists(PythonValues.requireString(value))),
            entry("test", (value, given) -> exists(PythonValues.requireString(value))),
            entry("even", (value, given) -> PythonValues.areEqual(rest(value, 2L), 0L)),
            entry("odd", (value, given) -> PythonValues.areEqual(rest(value, 2L), 1L)),
            entry("divisibleby", (value, given) -> PythonValues.areEqual(rest(value, given.require(0, "num")), 0L)),
            entry("lower", (value, given) -> StringMethods.isLower(Text.read(value))),
            entry("upper", (value, given) -> StringMethods.isUpper(Text.read(value))),
            entry("in", (value, given) -> PythonValues.contains(given.require(0, "seq"), value)),
            entry("sameas", (value, given) -> isSame(value, given.require(0, "other"))),
            entry("eq", compared("==")),
            entry("equalto", compared("==")),
            entry("==", compared("==")),
            entry("ne", compared("!=")),
            entry("!=", compared("!=")),
            entry("lt", compared("<")),
            entry("lessthan", compared("<")),
            entry("<", compared("<")),
            entry("le", compared("<=")),
            entry("<=", compared("<=")),
            entry("gt", compared(">")),
            entry("greaterthan", compared(">")),
            entry(">", compared(">")),
            entry("ge", compared(">=")),
            entry(">=", compared(">=")));

    private Tests() {}

    private static boolean exists(String name) {
        return ALL.containsKey(name);
    }

    private static Object rest(Object value, Object divisor) {
        return Operators.apply("%", value, divisor);
    }

    static Test named(String name) {
        Test test = ALL.get(name);
        if (test == null) {
            throw new TemplateException(TemplateException.unknown("test", name, ALL.keySet()));
        }
        return test;
    }

    private static Test compared(String sign) {
        return (value, given) -> Operators.compare(sign, value, given.require(0, "other"));
    }

    private static boolean isSequence(Object value) {
        return value instanceof String
                || value instanceof List<?>
                || value instanceof Map<?, ?>
                || value instanceof Undefined;
    }

    private static boolean isIterable(Object value) {
        return isSequence(value) || value instanceof DictView || value instanceof LazyElements || value instanceof Loop;
    }

    /** Returns true if both values are the same. Compares lists and maps by identity, and other values by equality. */
    private static boolean isSame(Object one, Object other) {
        return (one instanceof List<?> || one instanceof Map<?, ?>) ? one == other : PythonValues.areSame(one, other);
    }
}
