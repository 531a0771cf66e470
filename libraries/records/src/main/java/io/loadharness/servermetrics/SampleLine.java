// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A parsed sample line of a metrics endpoint. Its timestamp and exemplar are checked, but not kept.
 *
 * @param labels the labels, in the order of the line
 */
record SampleLine(String name, List<Label> labels, double value) {

    /** A label of a sample. */
    record Label(String name, String value) {}

    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");

    static SampleLine parse(String line) throws ScrapeException {
        Cursor cursor = new Cursor(line);
        String name = cursor.name(true);
        List<Label> labels = cursor.labels();
        double value = number(cursor.word("a number"));
        if (cursor.more() && !cursor.isAt('#')) {
            number(cursor.word("a timestamp"));
        }
        if (cursor.more()) {
            cursor.exemplar();
        }
        return new SampleLine(name, labels, value);
    }

    /** Parses a number in the Prometheus or OpenMetrics format. */
    static double number(String text) throws ScrapeException {
        if (NUMBER.matcher(text).matches()) {
            return Double.parseDouble(text);
        }
        return switch (text) {
            case "NaN", "nan" -> Double.NaN;
            case "+Inf", "Inf", "+inf", "inf" -> Double.POSITIVE_INFINITY;
            case "-Inf", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> throw new ScrapeException("'" + text + "' is not a number");
        };
    }

    /** A position in a line. */
    private static final class Cursor {

        private final String line;
        private int at;

        Cursor(String line) {
            this.line = line;
        }

        boolean isAt(char wanted) {
            return at < line.length() && line.charAt(at) == wanted;
        }

        /** Skips blanks. Returns true if text follows. */
        boolean more() {
            while (isAt(' ') || isAt('\t')) {
                at++;
            }
            return at < line.length();
        }

        String name(boolean mayHaveColons) throws ScrapeException {
            int from = at;
            while (at < line.length() && isOfName(line.charAt(at), mayHaveColons, at == from)) {
                at++;
            }
            if (at == from) {
                throw new ScrapeException("expected a name at character " + (at + 1));
            }
            return line.substring(from, at);
        }

        private static boolean isOfName(char c, boolean mayHaveColons, boolean isFirst) {
            return (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || c == '_'
                    || (c == ':' && mayHaveColons)
                    || (c >= '0' && c <= '9' && !isFirst);
        }

        List<Label> labels() throws ScrapeException {
            List<Label> labels = new ArrayList<>();
            if (more() && isAt('{')) {
                at++;
                while (more() && !isAt('}')) {
                    String name = name(false);
                    more();
                    require('=');
                    more();
                    labels.add(new Label(name, quoted()));
                    more();
                    if (!isAt('}')) {
                        require(',');
                    }
                }
                require('}');
            }
            return labels;
        }

        private String quoted() throws ScrapeException {
            require('"');
            StringBuilder text = new StringBuilder();
            while (at < line.length() && !isAt('"')) {
                char c = line.charAt(at++);
                text.append(c == '\\' ? escaped() : c);
            }
            require('"');
            return text.toString();
        }

        private char escaped() throws ScrapeException {
            char c = at < line.length() ? line.charAt(at++) : 0;
            return switch (c) {
                case 'n' -> '\n';
                case '"', '\\' -> c;
                default -> throw new ScrapeException("a label has an unknown escape");
            };
        }

        String word(String what) throws ScrapeException {
            if (!more()) {
                throw new ScrapeException("expected " + what + ", but the line ends");
            }
            int from = at;
            while (at < line.length() && !isAt(' ') && !isAt('\t')) {
                at++;
            }
            return line.substring(from, at);
        }

        /** Skips an exemplar, which is the last part of a line. */
        void exemplar() throws ScrapeException {
            require('#');
            more();
            if (!isAt('{')) {
                throw new ScrapeException("unexpected text after the number");
            }
            labels();
            number(word("the number of an exemplar"));
            if (more()) {
                number(word("a timestamp"));
            }
            if (more()) {
                throw new ScrapeException("unexpected text after the exemplar");
            }
        }

        private void require(char wanted) throws ScrapeException {
            if (!isAt(wanted)) {
                throw new ScrapeException("expected '" + wanted + "' at character " + (at + 1));
            }
            at++;
        }
    }
}
