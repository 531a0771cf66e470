// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The constants of an enum as a command line spells them: {@code SINGLE_STREAM} is {@code single-stream}. */
public final class EnumNames {

    private EnumNames() {}

    /** How a constant is written. */
    public static String of(Enum<?> constant) {
        return spelt(constant.name());
    }

    private static String spelt(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String bare(String name) {
        return spelt(name).replace("-", "");
    }

    /** Reads constants, in capitals or not and with hyphens or without; what is none of them is answered with the nearest, and with all that there are. */
    public static <E extends Enum<E>> ITypeConverter<E> reader(Class<E> type, String what) {
        List<E> constants = List.of(type.getEnumConstants());
        List<String> names = constants.stream().map(EnumNames::of).toList();
        return text -> constants.stream()
                .filter(each -> bare(each.name()).equals(bare(text)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is no " + what + "; the nearest is "
                        + Suggestions.nearest(spelt(text), names) + ", and there are " + String.join(", ", names)));
    }
}
