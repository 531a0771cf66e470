package io.loadharness.cli.options;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
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

    /** Reads constants; what is none of them is answered with all that there are. */
    public static <E extends Enum<E>> ITypeConverter<E> reader(Class<E> type, String what) {
        List<E> constants = List.of(type.getEnumConstants());
        return text -> constants.stream()
                .filter(each -> of(each).equals(spelt(text)))
                .findFirst()
                .orElseThrow(() ->
                        new TypeConversionException("'" + text + "' is no " + what + ": write " + choice(constants)));
    }

    private static String choice(List<? extends Enum<?>> constants) {
        String all = constants.stream().map(EnumNames::of).collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return last < 0 ? all : all.substring(0, last) + " or " + all.substring(last + 2);
    }
}
