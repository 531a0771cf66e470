// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The hosts of an ssh run, from a list such as {@code n1,n2} or from a file with one host per line. */
final class SshHosts {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_\\[][A-Za-z0-9_.:@%/\\[\\]-]*");

    private SshHosts() {}

    /** Returns the file that contains the hosts; empty if the option lists the hosts. */
    static Optional<Path> file(LauncherOptions options) {
        return options.value("hosts")
                .filter(value -> !value.contains(","))
                .map(Path::of)
                .filter(Files::isRegularFile);
    }

    static List<String> parse(LauncherOptions options) throws IOException {
        String value = options.value("hosts")
                .orElseThrow(() -> new IllegalArgumentException(
                        "--hosts is missing: give the hosts as a,b,c, or a file with one host per line"));
        List<String> hosts = new ArrayList<>();
        Optional<Path> file = file(options);
        if (file.isPresent()) {
            int number = 0;
            for (String line : Files.readAllLines(file.get())) {
                number++;
                String host = line.replaceFirst("#.*", "").strip();
                if (!host.isEmpty()) {
                    hosts.add(checked(host, value + ", line " + number));
                }
            }
            if (hosts.isEmpty()) {
                throw new IllegalArgumentException("the file " + value + " of --hosts contains no host");
            }
        } else {
            for (String host : value.split(",", -1)) {
                hosts.add(checked(host.strip(), "--hosts"));
            }
        }
        return hosts;
    }

    private static String checked(String host, String place) {
        if (host.startsWith(".") || host.contains("/")) {
            throw new IllegalArgumentException("the file " + host + " of " + place + " does not exist: check its path");
        }
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("\"" + host + "\" is not a host (" + place
                    + "): write a name of your ~/.ssh/config, an address, or user@host");
        }
        return host;
    }
}
