// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats times like {@code strftime} of the GNU C library, in the locale C. */
final class Dates {

    private static final String FLAGS = "-_0^#";

    private final LocalDateTime time;

    private Dates(LocalDateTime time) {
        this.time = time;
    }

    static String format(LocalDateTime time, String format) {
        return new Dates(time).format(format);
    }

    private String format(String format) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < format.length()) {
            int start = at;
            char c = format.charAt(at++);
            if (c != '%' || at == format.length()) {
                out.append(c);
                continue;
            }
            char flag = 0;
            while (at < format.length() - 1 && FLAGS.indexOf(format.charAt(at)) >= 0) {
                flag = format.charAt(at++);
            }
            int from = at;
            while (at < format.length() - 1 && Character.isDigit(format.charAt(at))) {
                at++;
            }
            String width = format.substring(from, at);
            char kind = format.charAt(at++);
            String field = field(kind, flag);
            out.append(field == null ? format.substring(start, at) : widened(field, width, flag, kind));
        }
        return RenderingLimits.checked(out.toString());
    }

    private static String widened(String field, String width, char flag, char kind) {
        if (width.isEmpty()) {
            return field;
        }
        int missing = width.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(width) - field.length();
        RenderingLimits.checkLength(Math.max(0, missing));
        boolean isText = "aAbBhcxXpPrDFTRZz".indexOf(kind) >= 0;
        String filler = flag == '_' || (isText && flag != '0') ? " " : "0";
        return filler.repeat(Math.max(0, missing)) + field;
    }

    private @Nullable String field(char kind, char flag) {
        String text = text(kind);
        if (text != null) {
            boolean isUpper = flag == '^' || (flag == '#' && kind != 'p');
            return isUpper ? text.toUpperCase(Locale.ROOT) : flag == '#' ? text.toLowerCase(Locale.ROOT) : text;
        }
        return switch (kind) {
            case 'd' -> number(time.getDayOfMonth(), 2, '0', flag);
            case 'e' -> number(time.getDayOfMonth(), 2, ' ', flag);
            case 'm' -> number(time.getMonthValue(), 2, '0', flag);
            case 'y' -> number(time.getYear() % 100, 2, '0', flag);
            case 'C' -> number(time.getYear() / 100, 2, '0', flag);
            case 'Y' -> number(time.getYear(), 1, '0', flag);
            case 'G' -> number(time.get(IsoFields.WEEK_BASED_YEAR), 1, '0', flag);
            case 'g' -> number(time.get(IsoFields.WEEK_BASED_YEAR) % 100, 2, '0', flag);
            case 'H' -> number(time.getHour(), 2, '0', flag);
            case 'k' -> number(time.getHour(), 2, ' ', flag);
            case 'I' -> number(halfDayHour(), 2, '0', flag);
            case 'l' -> number(halfDayHour(), 2, ' ', flag);
            case 'M' -> number(time.getMinute(), 2, '0', flag);
            case 'S' -> number(time.getSecond(), 2, '0', flag);
            case 'f' -> "%06d".formatted(time.getNano() / 1000);
            case 'j' -> number(time.getDayOfYear(), 3, '0', flag);
            case 'U' -> number(week(time.getDayOfWeek().getValue() % 7), 2, '0', flag);
            case 'W' -> number(week(time.getDayOfWeek().getValue() - 1), 2, '0', flag);
            case 'V' -> number(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, '0', flag);
            case 'u' -> String.valueOf(time.getDayOfWeek().getValue());
            case 'w' -> String.valueOf(time.getDayOfWeek().getValue() % 7);
            case 's' -> String.valueOf(time.atZone(ZoneId.systemDefault()).toEpochSecond());
            case 'n' -> "\n";
            case 't' -> "\t";
            case '%' -> "%";
            default -> null;
        };
    }

    private @Nullable String text(char kind) {
        return switch (kind) {
            case 'a' -> day(TextStyle.SHORT);
            case 'A' -> day(TextStyle.FULL);
            case 'b', 'h' -> month(TextStyle.SHORT);
            case 'B' -> month(TextStyle.FULL);
            case 'p' -> time.getHour() < 12 ? "AM" : "PM";
            case 'P' -> time.getHour() < 12 ? "am" : "pm";
            case 'c' -> format("%a %b %e %H:%M:%S %Y");
            case 'x', 'D' -> format("%m/%d/%y");
            case 'X', 'T' -> format("%H:%M:%S");
            case 'r' -> format("%I:%M:%S %p");
            case 'R' -> format("%H:%M");
            case 'F' -> format("%Y-%m-%d");
            case 'z', 'Z' -> "";
            default -> null;
        };
    }

    private String day(TextStyle style) {
        DayOfWeek day = time.getDayOfWeek();
        return day.getDisplayName(style, Locale.ENGLISH);
    }

    private String month(TextStyle style) {
        return time.getMonth().getDisplayName(style, Locale.ENGLISH);
    }

    private int halfDayHour() {
        return time.getHour() % 12 == 0 ? 12 : time.getHour() % 12;
    }

    private int week(int dayOfWeek) {
        return (time.getDayOfYear() + 6 - dayOfWeek) / 7;
    }

    private static String number(int number, int digits, char filler, char flag) {
        String text = String.valueOf(number);
        char used = flag == '_' ? ' ' : flag == '0' ? '0' : filler;
        return flag == '-' ? text : String.valueOf(used).repeat(Math.max(0, digits - text.length())) + text;
    }
}
