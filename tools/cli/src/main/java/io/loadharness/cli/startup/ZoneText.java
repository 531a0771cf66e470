// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.startup;

import io.loadharness.internal.Suggestions;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a time zone. */
final class ZoneText implements ITypeConverter<ZoneId> {

    @Override
    public ZoneId convert(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            String hint = Suggestions.hint(text, new TreeSet<>(ZoneId.getAvailableZoneIds()));
            throw new TypeConversionException("'" + text + "' is not a time zone"
                    + (hint.isEmpty() ? ": write a name such as Europe/Zurich" : hint));
        }
    }
}
