// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The valid options of a run on Kubernetes. */
record KubernetesOptions(
        String name,
        Optional<String> namespace,
        Optional<String> context,
        String image,
        String pullPolicy,
        List<String> pullSecrets,
        Optional<String> serviceAccount,
        String cpu,
        String memory,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations,
        Map<String, String> labels,
        Map<String, String> annotations,
        Optional<String> queue,
        Map<String, String> variables,
        List<String> variableSecrets,
        Optional<String> resultsClaim,
        Optional<String> resultsClaimSize,
        Optional<String> dataClaim,
        Optional<String> storageClass,
        boolean openShift,
        Duration limit,
        Duration startTimeout,
        Duration linger,
        Duration ttl,
        Mode mode) {

    /** The purpose of the pods. */
    enum Mode {
        /** The pods run the benchmark. */
        RUN,
        /** One pod waits, so that the user can run commands in it. */
        DEBUG,
        /** One pod mounts the volume with the results of an earlier run. */
        COLLECT;

        /** Returns the mode in the environment of the pods. */
        String variable() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A taint that the pods tolerate. An empty text matches any key, value or effect. */
    record Toleration(String key, Optional<String> value, String effect) {

        private static final Pattern FORM = Pattern.compile("([^=:]*)(?:=([^:]*))?(?::([^:]*))?");
        private static final Set<String> EFFECTS = Set.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");

        static Toleration parse(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()
                    || !EFFECTS.contains(Optional.ofNullable(matcher.group(3)).orElse(""))) {
                throw new IllegalArgumentException("--launcher-option toleration must have the form KEY, KEY=VALUE,"
                        + " KEY:EFFECT or KEY=VALUE:EFFECT with the effect NoSchedule, PreferNoSchedule or NoExecute: got "
                        + text);
            }
            return new Toleration(
                    matcher.group(1),
                    Optional.ofNullable(matcher.group(2)),
                    Optional.ofNullable(matcher.group(3)).orElse(""));
        }
    }

    private static final Set<String> NAMES = Set.of(
            "annotation",
            "context",
            "cpu",
            "data-pvc",
            "debug-pod",
            "env",
            "env-secret",
            "image",
            "image-pull-policy",
            "label",
            "linger",
            "memory",
            "namespace",
            "node-selector",
            "openshift",
            "pull-secret",
            "pvc",
            "pvc-size",
            "queue",
            "run-name",
            "service-account",
            "skip-run",
            "start-timeout",
            "storage-class",
            "toleration",
            "ttl",
            "wait");

    /** The settings that have their own command-line option. */
    private static final Set<String> OWN =
            Set.of("image", "namespace", "pvc", "run-name", "skip-run", "start-timeout", "wait");

    private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?");
    private static final Pattern QUANTITY = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:m|k|M|G|T|Ki|Mi|Gi|Ti)?");
    private static final Pattern DURATION = Pattern.compile("([0-9]+)(s|m|h|d)?");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Duration MAX_DURATION = Duration.ofDays(365); // as on the command line
    private static final int MAX_NAME = 52; // Kubernetes adds an index and random characters to the names of pods
    private static final String RANDOM_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    static KubernetesOptions of(Map<String, String> options) {
        TreeSet<String> unknown = new TreeSet<>(options.keySet());
        unknown.removeAll(NAMES);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("the launcher kubernetes has no option " + unknown.first()
                    + ". Allowed: " + String.join(", ", new TreeSet<>(NAMES)));
        }
        boolean collects = flag(options, "skip-run");
        boolean sleeps = flag(options, "debug-pod");
        if (collects && sleeps) {
            throw new IllegalArgumentException("--skip-run and --debug contradict each other: give only one of them");
        }
        if (collects && !options.containsKey("pvc")) {
            throw new IllegalArgumentException(
                    "--skip-run collects results from a volume: give its claim, for example --pvc workload-pvc");
        }
        Optional<String> image = text(options, "image");
        if (image.isEmpty()) {
            throw new IllegalArgumentException("--on kubernetes needs --image, an image with LoadHarness for the pods,"
                    + " see docs/guides/kubernetes.md: for example --image registry.example.com/loadharness:0.1");
        }
        if (image.get().chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException(
                    "--image must be the name of an image, without spaces: got " + image.get());
        }
        if (options.containsKey("pvc-size") && !options.containsKey("pvc")) {
            throw new IllegalArgumentException(
                    "--launcher-option pvc-size sets the size of the claim that --pvc names: give --pvc too");
        }
        Map<String, String> labels = pairs(options, "label");
        return new KubernetesOptions(
                name(options),
                label(options, "namespace"),
                text(options, "context"),
                image.get(),
                choice(options, "image-pull-policy", "IfNotPresent", List.of("Always", "IfNotPresent", "Never")),
                lines(options, "pull-secret"),
                text(options, "service-account"),
                quantity(options, "cpu").orElse("4"),
                quantity(options, "memory").orElse("8Gi"),
                pairs(options, "node-selector"),
                lines(options, "toleration").stream().map(Toleration::parse).toList(),
                labels,
                pairs(options, "annotation"),
                text(options, "queue"),
                variables(options),
                lines(options, "env-secret"),
                text(options, "pvc"),
                quantity(options, "pvc-size"),
                text(options, "data-pvc"),
                text(options, "storage-class"),
                flag(options, "openshift"),
                duration(options, "wait", "1h"),
                duration(options, "start-timeout", "10m"),
                duration(options, "linger", "10m"),
                duration(options, "ttl", "10m"),
                collects ? Mode.COLLECT : sleeps ? Mode.DEBUG : Mode.RUN);
    }

    /** Returns the name of the Job: the name of the run, or a random name if the Job only collects the results of an earlier run. */
    String jobName() {
        return mode == Mode.COLLECT ? randomName("collect") : name;
    }

    private static String name(Map<String, String> options) {
        Optional<String> given = text(options, "run-name");
        given.ifPresent(each -> requireName(written("run-name"), each));
        return given.orElseGet(() -> flag(options, "skip-run")
                ? ""
                : randomName(LocalDateTime.now(ZoneId.systemDefault())
                        .format(DateTimeFormatter.ofPattern("MMdd-HHmm", Locale.ROOT))));
    }

    /**
     * Checks the name of a run.
     *
     * @param option the option or the parameter with the name, for the message
     */
    static void requireName(String option, String name) {
        requireLabel(option, name);
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException(option + " must have at most " + MAX_NAME + " characters: got " + name);
        }
        if (!Character.isLetter(name.charAt(0))) {
            throw new IllegalArgumentException(
                    option + " must start with a letter, because a Service has this name: got " + name);
        }
    }

    private static String randomName(String middle) {
        return "loadharness-" + middle + "-"
                + new SecureRandom()
                        .ints(5, 0, RANDOM_LETTERS.length())
                        .mapToObj(each -> RANDOM_LETTERS.substring(each, each + 1))
                        .collect(Collectors.joining());
    }

    /** Returns the command-line option that sets the given setting. */
    private static String written(String name) {
        return (OWN.contains(name) ? "--" : "--launcher-option ") + name;
    }

    private static Optional<String> text(Map<String, String> options, String name) {
        return Optional.ofNullable(options.get(name)).map(String::strip).filter(each -> !each.isEmpty());
    }

    private static Optional<String> label(Map<String, String> options, String name) {
        Optional<String> value = text(options, name);
        value.ifPresent(each -> requireLabel(written(name), each));
        return value;
    }

    private static void requireLabel(String option, String value) {
        if (value.length() > 63 || !DNS_LABEL.matcher(value).matches()) {
            throw new IllegalArgumentException(option + " must consist of lower-case letters, digits and hyphens, and"
                    + " start and end with a letter or digit: got " + value);
        }
    }

    private static Optional<String> quantity(Map<String, String> options, String name) {
        Optional<String> value = text(options, name);
        value.ifPresent(each -> {
            if (!QUANTITY.matcher(each).matches()) {
                throw new IllegalArgumentException(
                        written(name) + " must be a quantity of Kubernetes, for example 16, 500m or 32Gi: got " + each);
            }
        });
        return value;
    }

    private static Duration duration(Map<String, String> options, String name, String fallback) {
        String value = text(options, name).orElse(fallback);
        Matcher matcher = DURATION.matcher(value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    written(name) + " must be a number of seconds, or a number with s, m, h or d: got " + value);
        }
        int seconds =
                switch (Optional.ofNullable(matcher.group(2)).orElse("s")) {
                    case "m" -> 60;
                    case "h" -> 3600;
                    case "d" -> 86_400;
                    default -> 1;
                };
        BigInteger duration = new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(seconds));
        if (duration.compareTo(BigInteger.valueOf(MAX_DURATION.toSeconds())) > 0) {
            throw new IllegalArgumentException(
                    written(name) + " must be at most " + MAX_DURATION.toDays() + "d: got " + value);
        }
        return Duration.ofSeconds(duration.longValueExact());
    }

    private static boolean flag(Map<String, String> options, String name) {
        return choice(options, name, "false", List.of("true", "false")).equals("true");
    }

    private static String choice(Map<String, String> options, String name, String fallback, List<String> allowed) {
        String value = text(options, name).orElse(fallback);
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(
                    written(name) + " must be " + String.join(" or ", allowed) + ": got " + value);
        }
        return value;
    }

    private static List<String> lines(Map<String, String> options, String name) {
        return options.getOrDefault(name, "")
                .lines()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static Map<String, String> pairs(Map<String, String> options, String name) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String line : lines(options, name)) {
            int at = line.indexOf('=');
            if (at < 1) {
                throw new IllegalArgumentException(written(name) + " must have the form KEY=VALUE: got " + line);
            }
            all.put(line.substring(0, at), line.substring(at + 1));
        }
        return all;
    }

    private static Map<String, String> variables(Map<String, String> options) {
        Map<String, String> all = pairs(options, "env");
        List<String> bad = new ArrayList<>(all.keySet());
        bad.removeIf(each -> VARIABLE.matcher(each).matches());
        if (!bad.isEmpty()) {
            throw new IllegalArgumentException(
                    "--launcher-option env: '" + bad.get(0) + "' is not a valid variable name: use letters, digits and"
                            + " underscores, and do not start with a digit");
        }
        return all;
    }
}
