// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The relative links of a page, and the sections that a link can lead to. */
final class Links {

    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile(
            "\\]\\((?!https?:|mailto:)([^)\\s#]*)(?:#([^)\\s]*))?\\)|(?:src|srcset)=\"(?!https?:)([^\"]+)\"");
    private static final Pattern TITLE = Pattern.compile("#{1,6} (.+)");

    /** A link to a file, or to a section of a file if the section is not empty. */
    record Link(Path file, String section) {}

    private Links() {}

    static List<Link> of(Path page) {
        String text = CODE.matcher(String.join("\n", Pages.prose(page))).replaceAll("");
        return LINK.matcher(text).results().map(link -> link(page, link)).toList();
    }

    private static Link link(Path page, MatchResult link) {
        String target = Objects.requireNonNullElse(link.group(3), Objects.requireNonNullElse(link.group(1), ""));
        Path file = target.isEmpty() ? page : page.resolveSibling(target).normalize();
        return new Link(file, Objects.requireNonNullElse(link.group(2), ""));
    }

    /** Returns the sections of a page by the names that GitHub gives them. */
    static List<String> sections(Path page) {
        List<String> sections = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : Pages.prose(page)) {
            Matcher title = TITLE.matcher(line);
            if (title.matches()) {
                String name = title.group(1)
                        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-');
                int earlier = seen.merge(name, 1, Integer::sum) - 1;
                sections.add(earlier == 0 ? name : name + "-" + earlier);
            }
        }
        return sections;
    }
}
