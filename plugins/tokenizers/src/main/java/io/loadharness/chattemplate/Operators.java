// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.List;

/** What operators make of values. */
final class Operators {

    private static final int LONGEST = 1 << 24;
    private static final double LARGEST_EXACT = 1L << 53;

    private Operators() {}

    static Object apply(String sign, Object left, Object right) {
        if (left instanceof Undefined || right instanceof Undefined) {
            throw Values.refused(left, right, "");
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
        if (!Values.isNumber(left) || !Values.isNumber(right)) {
            throw Values.refused(left, right, "do not go together by \"" + sign + "\"");
        }
        try {
            return left instanceof Double || right instanceof Double || sign.equals("/")
                    ? apply(sign, Values.requireNumber(left), Values.requireNumber(right))
                    : apply(sign, Values.requireInteger(left), Values.requireInteger(right));
        } catch (ArithmeticException e) {
            throw new TemplateException("\"" + sign + "\": " + e.getMessage());
        }
    }

    private static String repeated(String text, long times) {
        if (times > LONGEST / Math.max(1, text.length())) {
            throw new TemplateException("a string becomes too long");
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
        if (Math.abs(power) > LARGEST_EXACT) {
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
        return value instanceof Double number ? (Object) (-number) : (Object) (-Values.requireInteger(value));
    }

    static boolean compare(String sign, Object left, Object right) {
        return switch (sign) {
            case "==" -> Values.areEqual(left, right);
            case "!=" -> !Values.areEqual(left, right);
            case "<" -> Values.compare(left, right) < 0;
            case "<=" -> Values.compare(left, right) <= 0;
            case ">" -> Values.compare(left, right) > 0;
            case ">=" -> Values.compare(left, right) >= 0;
            case "in" -> Values.contains(right, left);
            default -> !Values.contains(right, left);
        };
    }
}
