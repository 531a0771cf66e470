// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** A worker for tests of launchers: reports itself on its output, and waits. */
final class TestWorker {

    private TestWorker() {}

    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        String rank = words.get(words.indexOf("--rank") + 1);
        int secretFile = words.indexOf("--secret-file");
        String secret = secretFile < 0
                ? line()
                : Files.readString(Path.of(words.get(secretFile + 1))).strip();
        System.out.println("rank " + rank + " pid " + ProcessHandle.current().pid() + " secret " + hash(secret)
                + " words " + words.contains("two words"));
        System.err.println("ready " + rank);
        int exit = words.indexOf("--exit");
        if (exit >= 0 && words.get(exit + 1).equals(rank)) {
            System.exit(7);
        }
        if (words.contains("--deaf")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> sleep(1000)));
            sleep(1000);
        }
        if (secretFile >= 0) {
            sleep(1000);
        }
        while (System.in.read() >= 0) {
            // Nothing follows the secret.
        }
    }

    private static String line() throws Exception {
        StringBuilder line = new StringBuilder();
        for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    private static void sleep(int seconds) {
        try {
            Thread.sleep(seconds * 1000L);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String hash(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
