// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Applies operators to values. */
final class Operators {

    private Operators() {}

    static Object apply(String sign, Object left, Object right) {
        RenderingLimits.step();
        if (left instanceof String format && sign.equals("%")) {
            return StringFormat.percent(format, right);
        }
        if (left instanceof Undefined || right instanceof Undefined) {
            throw PythonValues.mismatch(left, right, "");
        }
        if (sign.equals("+")) {
            if (left instanceof String one && right instanceof String other) {
                RenderingLimits.checkLength((long) one.length() + other.length());
                return one + other;
            }
            if (areListsOfOneKind(left, right)) {
                return sum((List<?>) left, (List<?>) right);
            }
        }
        if (sign.equals("*") && (isSequence(left) || isSequence(right))) {
            return isSequence(left) ? repeated(left, right) : repeated(right, left);
        }
        if (!PythonValues.isNumber(left) || !PythonValues.isNumber(right)) {
            throw PythonValues.mismatch(left, right, "cannot be combined with \"" + sign + "\"");
        }
        return Numbers.apply(sign, left, right);
    }

    private static boolean areListsOfOneKind(Object left, Object right) {
        return left instanceof List<?>
                && right instanceof List<?>
                && !(left instanceof NumberRange)
                && !(right instanceof NumberRange)
                && left instanceof Tuple == right instanceof Tuple;
    }

    private static Object sum(List<?> left, List<?> right) {
        RenderingLimits.checkSize((long) left.size() + right.size());
        List<Object> both = new ArrayList<>(left);
        both.addAll(right);
        return left instanceof Tuple ? Tuple.of(both) : both;
    }

    private static boolean isSequence(Object value) {
        return value instanceof String || (value instanceof List<?> && !(value instanceof NumberRange));
    }

    private static Object repeated(Object value, Object number) {
        if (!Numbers.isWhole(number)) {
            throw PythonValues.mismatch(value, number, "cannot be combined with \"*\"");
        }
        long times = Numbers.big(number)
                .max(BigInteger.ZERO)
                .min(BigInteger.valueOf(Integer.MAX_VALUE))
                .longValue();
        if (value instanceof String text) {
            RenderingLimits.checkLength(text.length() * times);
            return text.isEmpty() ? "" : text.repeat((int) times);
        }
        List<?> list = (List<?>) value;
        RenderingLimits.checkSize(list.size() * times);
        List<Object> all = new ArrayList<>();
        if (!list.isEmpty()) {
            Collections.nCopies((int) times, list).forEach(all::addAll);
        }
        return value instanceof Tuple ? Tuple.of(all) : all;
    }

    static boolean compare(String sign, Object left, Object right) {
        return switch (sign) {
            case "==" -> PythonValues.areEqual(left, right);
            case "!=" -> !PythonValues.areEqual(left, right);
            case "in" -> PythonValues.contains(right, left);
            case "not in" -> !PythonValues.contains(right, left);
            default -> isOrdered(sign, left, right);
        };
    }

    private static boolean isOrdered(String sign, Object left, Object right) {
        int order = PythonValues.compare(left, right);
        if (Numbers.isNan(left) || Numbers.isNan(right)) {
            return false;
        }
        return switch (sign) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }
}
