// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses addresses on the command line: {@code proxy:3128}, {@code 10.0.0.1:3128} or {@code [::1]:3128}. */
public final class HostAndPort implements ITypeConverter<InetSocketAddress> {

    private static final Pattern SYNTAX = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s/:@]+):(\\d{1,5})");
    private static final Pattern URL = Pattern.compile("\\w+://(.+?)/?");
    private static final int MAX_PORT = 65_535;

    /** Returns an unresolved address; its host name is resolved when a connection is opened. */
    @Override
    public InetSocketAddress convert(String text) {
        Matcher parts = SYNTAX.matcher(text);
        if (text.contains("@")) {
            throw new TypeConversionException(
                    "a user and a password for a proxy are not supported: write only host and port");
        }
        if (!parts.matches()) {
            throw new TypeConversionException("'" + text + "' is not a host and port: write " + nearest(text));
        }
        int port = Integer.parseInt(parts.group(2));
        if (port < 1 || port > MAX_PORT) {
            throw new TypeConversionException(
                    "'" + text + "' has the port " + port + ": write a port from 1 to " + MAX_PORT);
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
                ? bare + " and its port, for example " + bare + ":3128"
                : "both, for example proxy:3128";
    }
}
