// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of enum constants on the command line: {@code SINGLE_STREAM} is {@code single-stream}. */
public final class EnumNames {

    private EnumNames() {}

    /** Returns the name of a constant. */
    public static String of(Enum<?> constant) {
        return hyphenated(constant.name());
    }

    /** Returns the text of a constant as a value of an option: its own text if it overrides {@code toString}, otherwise its name. */
    public static String onCommandLine(Enum<?> constant) {
        boolean hasOwnText = !constant.toString().equals(constant.name());
        return hasOwnText ? constant.toString() : of(constant);
    }

    private static String hyphenated(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String withoutHyphens(String name) {
        return hyphenated(name).replace("-", "");
    }

    /**
     * Returns a converter for names of constants, which ignores case and hyphens. The error message suggests the nearest constant and lists
     * all constants.
     *
     * @param kind the kind of the constants, for the error, for example {@code scenario}
     */
    public static <E extends Enum<E>> ITypeConverter<E> reader(Class<E> type, String kind) {
        List<E> constants = List.of(type.getEnumConstants());
        List<String> names = constants.stream().map(EnumNames::of).toList();
        return text -> constants.stream()
                .filter(each -> withoutHyphens(each.name()).equals(withoutHyphens(text)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "unknown " + kind + " '" + text + "'" + Suggestions.hintAndNames(hyphenated(text), names)));
    }
}
