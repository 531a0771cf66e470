// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Arithmetic with the semantics of Python. Integers are {@link Long}s, or {@link BigInteger}s if they have more than 64 bits. */
final class Numbers {

    /** The maximum number of bits of an integer, because Python does not convert integers of more than 4,300 digits to text. */
    private static final int MAX_BITS = 14_284;

    private Numbers() {}

    static boolean isWhole(Object value) {
        return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
    }

    static BigInteger big(Object value) {
        if (value instanceof BigInteger number) {
            return number;
        }
        return BigInteger.valueOf(value instanceof Boolean truth ? truth ? 1 : 0 : (Long) value);
    }

    /** Returns an integer as a template value: a {@link Long} if it fits into 64 bits, otherwise a {@link BigInteger}. */
    static Object whole(BigInteger number) {
        if (number.bitLength() > MAX_BITS) {
            throw new TemplateException("an integer has more than 4300 digits, the maximum");
        }
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }

    static double real(Object value) {
        double number = value instanceof Double real ? real : big(value).doubleValue();
        if (Double.isInfinite(number) && !(value instanceof Double)) {
            throw new TemplateException("an integer is too large for a floating-point number");
        }
        return number;
    }

    /** Returns the integer part of a floating-point number. */
    static Object truncated(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new TemplateException(Text.number(number) + " cannot be converted to an integer");
        }
        return whole(new BigDecimal(number).toBigInteger());
    }

    static int compare(Object one, Object other) {
        boolean isReal = one instanceof Double || other instanceof Double;
        if (!isReal) {
            return big(one).compareTo(big(other));
        }
        if (isFinite(one) && isFinite(other)) {
            return decimal(one).compareTo(decimal(other));
        }
        return Double.compare(approximate(one), approximate(other));
    }

    static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    private static boolean isFinite(Object value) {
        return !(value instanceof Double number) || Double.isFinite(number);
    }

    private static double approximate(Object value) {
        return value instanceof Double number ? number : big(value).doubleValue();
    }

    private static BigDecimal decimal(Object value) {
        return value instanceof Double number ? new BigDecimal(number) : new BigDecimal(big(value));
    }

    /** Applies an operator to two numbers. */
    static Object apply(String sign, Object left, Object right) {
        if (left instanceof Double || right instanceof Double || sign.equals("/")) {
            return apply(sign, real(left), real(right));
        }
        return apply(sign, big(left), big(right));
    }

    private static Object apply(String sign, BigInteger left, BigInteger right) {
        RenderingLimits.step((long) left.bitLength() + right.bitLength());
        if (right.signum() == 0 && (sign.equals("//") || sign.equals("%"))) {
            throw divisionByZero(sign);
        }
        return switch (sign) {
            case "+" -> whole(left.add(right));
            case "-" -> whole(left.subtract(right));
            case "*" -> whole(left.multiply(right));
            case "//" -> whole(left.subtract(floorMod(left, right)).divide(right));
            case "%" -> whole(floorMod(left, right));
            default -> power(left, right);
        };
    }

    private static BigInteger floorMod(BigInteger left, BigInteger right) {
        BigInteger rest = left.remainder(right);
        return rest.signum() != 0 && rest.signum() != right.signum() ? rest.add(right) : rest;
    }

    private static Object power(BigInteger base, BigInteger exponent) {
        if (exponent.signum() < 0) {
            return apply("**", base.doubleValue(), exponent.doubleValue());
        }
        if (base.abs().bitLength() <= 1) {
            int sameResult = exponent.signum() == 0 ? 0 : exponent.testBit(0) ? 1 : 2;
            return whole(base.pow(sameResult));
        }
        BigInteger minBits = exponent.multiply(BigInteger.valueOf(base.abs().bitLength() - 1L));
        if (minBits.compareTo(BigInteger.valueOf(MAX_BITS)) > 0) {
            throw new TemplateException("\"**\": the number is too large");
        }
        return whole(base.pow(exponent.intValue()));
    }

    private static Object apply(String sign, double left, double right) {
        if (right == 0 && (sign.equals("/") || sign.equals("//") || sign.equals("%"))) {
            throw divisionByZero(sign);
        }
        return switch (sign) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> left / right;
            case "//" -> Math.floor((left - floorMod(left, right)) / right + 0.25);
            case "%" -> floorMod(left, right);
            default -> power(left, right);
        };
    }

    private static double floorMod(double left, double right) {
        double rest = left % right;
        if (rest == 0) {
            return Math.copySign(0.0, right);
        }
        return rest < 0 != right < 0 ? rest + right : rest;
    }

    private static double power(double base, double exponent) {
        if (base == 0 && exponent < 0) {
            throw divisionByZero("**");
        }
        double power = Math.pow(base, exponent);
        boolean areFinite = Double.isFinite(base) && Double.isFinite(exponent);
        if (areFinite && !Double.isFinite(power)) {
            throw new TemplateException("\"**\": the number is too large or not real");
        }
        return power;
    }

    private static TemplateException divisionByZero(String sign) {
        return new TemplateException("\"" + sign + "\": division by zero");
    }

    static Object negated(Object value) {
        return value instanceof Double number
                ? (Object) (-number)
                : whole(big(requireNumber(value)).negate());
    }

    static Object requireNumber(Object value) {
        if (!PythonValues.isNumber(value)) {
            throw PythonValues.wrongType(value, "a number");
        }
        return value;
    }
}
