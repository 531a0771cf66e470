// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scenario of llm-d-benchmark: a shell script that sets variables. The script is read and never executed. It consists of comments,
 * assignments such as {@code export A=1 B="$A"}, and texts that {@code cat << EOF} writes to files. If the script sets a variable to the
 * output of a program, the variable has no value. This is an error only if the variable has an effect.
 */
final class ScenarioFile {

    private static final Pattern BLANKS = Pattern.compile("(?:[\\s;]|\\\\\\R)+");
    private static final Pattern COMMENT = Pattern.compile("#.*");
    private static final Pattern EXPORT = Pattern.compile("export[ \\t]+(?=[A-Za-z_])");
    private static final Pattern NAME = Pattern.compile("([A-Za-z_]\\w*)=");
    private static final Pattern TEXT = Pattern.compile("cat\\b.*?<<-?[ \\t]*(['\"]?)(\\w+)\\1.*");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");
    private static final Pattern SIMPLE_REFERENCE = Pattern.compile("\\$(\\w+)");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(\\w+)(:?-)?");
    private static final Pattern HOME = Pattern.compile("~(?=[/\\s;]|$)");
    private static final String SYNTAX = "must be a comment or assignments, such as export NAME=VALUE";
    private static final String PROGRAM = "would execute a program: write the value itself";

    private final Path file;
    private final Map<String, String> environment;
    private final Predicate<String> hasEffect;
    private final Map<String, String> values = new LinkedHashMap<>();

    /** The line numbers of the variables that the script sets to the output of a program. */
    private final Map<String, Integer> programs = new LinkedHashMap<>();

    private final List<String> messages = new ArrayList<>();
    private final String script;
    private int position;

    /** The text of the current value. {@code isUnknown} is true if a part of the value is unknown. */
    private StringBuilder value = new StringBuilder();

    private boolean isUnknown;

    private ScenarioFile(Path file, String script, Map<String, String> environment, Predicate<String> hasEffect) {
        this.file = file;
        this.script = script;
        this.environment = environment;
        this.hasEffect = hasEffect;
    }

    /**
     * Reads a file.
     *
     * @param environment the environment variables; values may refer to them, and they take precedence over the script
     * @param hasEffect returns true if a variable has an effect on this machine; the argument is its name
     * @throws IllegalArgumentException if the file does not exist, or contains anything other than comments and assignments, or a
     * program would set a variable that has an effect; the message gives the line number
     * @throws IOException if the file cannot be read
     */
    static ScenarioFile read(Path file, Map<String, String> environment, Predicate<String> hasEffect)
            throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("-c: " + file
                    + (Files.exists(file) ? " is not a file" : " does not exist")
                    + ": give a shell script that sets variables, or 'none'");
        }
        try {
            ScenarioFile scenario = new ScenarioFile(file, Files.readString(file), environment, hasEffect);
            scenario.readAll();
            return scenario;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": is not UTF-8 text", e);
        }
    }

    /** Returns the values by variable name. */
    Map<String, String> values() {
        return values;
    }

    /** Returns a sentence for each variable without a value, and for each reference to a variable that is not set. */
    List<String> messages() {
        return messages;
    }

    private void readAll() {
        while (position < script.length()) {
            if (matches(BLANKS) != null || matches(COMMENT) != null) {
                continue;
            }
            Matcher text = matches(TEXT);
            if (text != null) {
                skipText(text);
            } else {
                matches(EXPORT);
                readAssignments();
            }
        }
    }

    private void skipText(Matcher start) {
        int line = line();
        Matcher end =
                Pattern.compile("(?m)^[ \\t]*" + start.group(2) + "[ \\t]*$").matcher(script);
        if (!end.find(position)) {
            throw error(line, "the text has no end: write " + start.group(2) + " on a line of its own");
        }
        position = end.end();
        Matcher variable = VARIABLE.matcher(start.group());
        String target = variable.find() ? variable.group(1) : start.group();
        if (programs.putIfAbsent(target, line) == null) {
            messages.add(place(line) + target + " names a file that the script writes; LoadHarness does not write it");
        }
    }

    private void readAssignments() {
        do {
            Matcher name = matches(NAME);
            if (name == null) {
                throw error(line(), SYNTAX);
            }
            readAssignment(name.group(1));
            while (position < script.length() && isBlank(script.charAt(position))) {
                position++;
            }
        } while (!isAtEnd());
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    private boolean isAtEnd() {
        return position == script.length() || "\r\n;#".indexOf(script.charAt(position)) >= 0;
    }

    private void readAssignment(String name) {
        int line = line();
        value = new StringBuilder();
        isUnknown = false;
        if (matches(HOME) != null) {
            value.append(environment.getOrDefault("HOME", System.getProperty("user.home")));
        }
        List<String> unset = new ArrayList<>();
        readWord(unset);
        unset.forEach(each -> messages.add(
                place(line) + name + " refers to " + each + ", which is not set and is replaced by an empty text"));
        if (!isUnknown) {
            values.put(name, value.toString());
            return;
        }
        values.remove(name);
        if (hasEffect.test(name) && environment.getOrDefault(name, "").isEmpty()) {
            throw error(line, name + " " + PROGRAM);
        }
        if (programs.putIfAbsent(name, line) == null) {
            messages.add(place(line) + name + " is set by a program, which is not executed; it has no effect here");
        }
    }

    /** Reads a value up to the next blank or operator that is not in quotes. */
    private void readWord(List<String> unset) {
        int start = line();
        while (position < script.length()) {
            char next = script.charAt(position);
            if (Character.isWhitespace(next) || next == ';') {
                return;
            }
            if ("&|<>()".indexOf(next) >= 0) {
                throw error(line(), SYNTAX);
            }
            position++;
            switch (next) {
                case '\'' -> {
                    int end = script.indexOf('\'', position);
                    if (end < 0) {
                        throw error(start, "a quotation mark has no end");
                    }
                    value.append(script, position, end);
                    position = end + 1;
                }
                case '"' -> {
                    readUntil('"', unset);
                    position++;
                }
                case '\\' -> readEscape();
                default -> readCharacter(next, unset);
            }
        }
    }

    private void readEscape() {
        if (position < script.length()) {
            char escaped = script.charAt(position++);
            if (escaped != '\n') {
                value.append(escaped);
            }
        }
    }

    /** Reads text in double quotes or in braces. */
    private void readUntil(char end, List<String> unset) {
        int start = line();
        while (position < script.length() && script.charAt(position) != end) {
            char next = script.charAt(position++);
            if (next == '\\' && position < script.length() && "$`\"\\\n}".indexOf(script.charAt(position)) >= 0) {
                readEscape();
            } else if (next == '"') {
                readUntil('"', unset);
                position++;
            } else {
                readCharacter(next, unset);
            }
        }
        if (position == script.length()) {
            throw error(start, end == '"' ? "a quotation mark has no end" : "a reference has no end");
        }
    }

    private void readCharacter(char next, List<String> unset) {
        if (next == '`') {
            isUnknown = true;
            skipProgram('`', '`');
        } else if (next == '$' && position < script.length() && script.charAt(position) == '(') {
            isUnknown = true;
            position++;
            skipProgram('(', ')');
        } else if (next == '$') {
            position--;
            readReference(unset);
        } else {
            value.append(next);
        }
    }

    private void skipProgram(char open, char close) {
        int start = line();
        for (int depth = 1; depth > 0; position++) {
            if (position == script.length()) {
                throw error(start, "a program in the value has no end");
            }
            char next = script.charAt(position);
            depth += next == close ? -1 : next == open ? 1 : 0;
        }
    }

    private void readReference(List<String> unset) {
        Matcher simple = matches(SIMPLE_REFERENCE);
        if (simple != null) {
            append(simple.group(1), unset);
            return;
        }
        Matcher reference = matches(REFERENCE);
        if (reference == null) {
            value.append(script.charAt(position++));
            return;
        }
        String name = reference.group(1);
        boolean hasDefault = reference.group(2) != null;
        if (!hasDefault && (position == script.length() || script.charAt(position) != '}')) {
            isUnknown = true; // for example ${NAME%.yaml}, which needs a shell
        }
        boolean isSet = programs.containsKey(name) || !known(name).isEmpty();
        StringBuilder outer = value;
        boolean wasUnknown = isUnknown;
        value = new StringBuilder();
        readUntil('}', isSet ? new ArrayList<>() : unset);
        position++;
        String fallback = value.toString();
        value = outer;
        isUnknown = isSet ? wasUnknown : isUnknown;
        if (hasDefault && !isSet) {
            value.append(fallback);
        } else {
            append(name, unset);
        }
    }

    private void append(String name, List<String> unset) {
        String known = known(name);
        if (!known.isEmpty()) {
            value.append(known);
        } else if (programs.containsKey(name)) {
            isUnknown = true;
        } else if (!values.containsKey(name) && !environment.containsKey(name)) {
            unset.add(name);
        }
    }

    private String known(String name) {
        return values.getOrDefault(name, environment.getOrDefault(name, ""));
    }

    /**
     * Matches a pattern at the current position, and moves the position to the end of the match. Returns null if the pattern does not
     * match.
     */
    private @Nullable Matcher matches(Pattern pattern) {
        Matcher matcher = pattern.matcher(script).region(position, script.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        position = matcher.end();
        return matcher;
    }

    private int line() {
        return 1
                + (int) script.substring(0, Math.min(position, script.length()))
                        .chars()
                        .filter(each -> each == '\n')
                        .count();
    }

    private String place(int line) {
        return file + " line " + line + ": ";
    }

    private IllegalArgumentException error(int line, String message) {
        return new IllegalArgumentException(place(line) + message);
    }
}
