// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.List;

/** Applies operators to values. */
final class Operators {

    private static final int MAX_STRING_LENGTH = 1 << 24;
    private static final double MAX_EXACT_DOUBLE = 1L << 53;

    private Operators() {}

    static Object apply(String sign, Object left, Object right) {
        if (left instanceof Undefined || right instanceof Undefined) {
            throw PythonValues.mismatch(left, right, "");
        }
        if (sign.equals("+") && left instanceof String one && right instanceof String other) {
            return one + other;
        }
        if (sign.equals("+") && left instanceof List<?> one && right instanceof List<?> other) {
            List<Object> both = new ArrayList<>(one);
            both.addAll(other);
            return both;
        }
        if (sign.equals("*") && left instanceof String text && right instanceof Long times) {
            return repeated(text, times);
        }
        if (!PythonValues.isNumber(left) || !PythonValues.isNumber(right)) {
            throw PythonValues.mismatch(left, right, "cannot be combined with \"" + sign + "\"");
        }
        try {
            return left instanceof Double || right instanceof Double || sign.equals("/")
                    ? apply(sign, PythonValues.requireNumber(left), PythonValues.requireNumber(right))
                    : apply(sign, PythonValues.requireInteger(left), PythonValues.requireInteger(right));
        } catch (ArithmeticException e) {
            throw new TemplateException("\"" + sign + "\": " + e.getMessage());
        }
    }

    private static String repeated(String text, long times) {
        if (times > MAX_STRING_LENGTH / Math.max(1, text.length())) {
            throw new TemplateException("a repeated string would be longer than " + MAX_STRING_LENGTH + " characters");
        }
        return text.repeat((int) Math.max(0, times));
    }

    private static Object apply(String sign, long left, long right) {
        return switch (sign) {
            case "+" -> Math.addExact(left, right);
            case "-" -> Math.subtractExact(left, right);
            case "*" -> Math.multiplyExact(left, right);
            case "//" -> Math.floorDiv(left, right);
            case "%" -> Math.floorMod(left, right);
            default -> power(left, right);
        };
    }

    private static Object power(long base, long exponent) {
        double power = Math.pow((double) base, (double) exponent);
        if (exponent < 0) {
            return power;
        }
        if (Math.abs(power) > MAX_EXACT_DOUBLE) {
            throw new ArithmeticException("the number is too large");
        }
        return (long) power;
    }

    private static Object apply(String sign, double left, double right) {
        if (right == 0 && (sign.equals("/") || sign.equals("//") || sign.equals("%"))) {
            throw new ArithmeticException("/ by zero");
        }
        return switch (sign) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> left / right;
            case "//" -> Math.floor(left / right);
            case "%" -> left - Math.floor(left / right) * right;
            default -> Math.pow(left, right);
        };
    }

    static Object negated(Object value) {
        return value instanceof Double number ? (Object) (-number) : (Object) (-PythonValues.requireInteger(value));
    }

    static boolean compare(String sign, Object left, Object right) {
        return switch (sign) {
            case "==" -> PythonValues.areEqual(left, right);
            case "!=" -> !PythonValues.areEqual(left, right);
            case "<" -> PythonValues.compare(left, right) < 0;
            case "<=" -> PythonValues.compare(left, right) <= 0;
            case ">" -> PythonValues.compare(left, right) > 0;
            case ">=" -> PythonValues.compare(left, right) >= 0;
            case "in" -> PythonValues.contains(right, left);
            default -> !PythonValues.contains(right, left);
        };
    }
}
