// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address as a command line spells it: {@code proxy:3128}, {@code 10.0.0.1:3128} or {@code [::1]:3128}. */
public final class HostAndPort implements ITypeConverter<InetSocketAddress> {

    private static final Pattern SYNTAX = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s/:@]+):(\\d{1,5})");
    private static final Pattern URL = Pattern.compile("\\w+://(.+?)/?");
    private static final int MOST = 65_535;

    /** The name is looked up when a connection is made. */
    @Override
    public InetSocketAddress convert(String text) {
        Matcher parts = SYNTAX.matcher(text);
        if (text.contains("@")) {
            throw new TypeConversionException(
                    "a user and a password for a proxy cannot be sent: write host and port only");
        }
        if (!parts.matches()) {
            throw new TypeConversionException("'" + text + "' is no host and port: write " + nearest(text));
        }
        int port = Integer.parseInt(parts.group(2));
        if (port < 1 || port > MOST) {
            throw new TypeConversionException("'" + text + "' has the port " + port + ": write one from 1 to " + MOST);
        }
        return InetSocketAddress.createUnresolved(parts.group(1).replaceAll("^\\[|]$", ""), port);
    }

    private static String nearest(String text) {
        Matcher url = URL.matcher(text);
        String bare = url.matches() ? url.group(1) : text;
        if (SYNTAX.matcher(bare).matches()) {
            return bare;
        }
        return SYNTAX.matcher(bare + ":3128").matches()
                ? bare + " and its port, as in " + bare + ":3128"
                : "both, as in proxy:3128";
    }
}
