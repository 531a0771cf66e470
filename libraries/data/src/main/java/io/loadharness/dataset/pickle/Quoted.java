package io.loadharness.dataset.pickle;

/** Names out of a file, as a sentence can have them. */
final class Quoted {

    private static final int LONGEST = 80;

    private Quoted() {}

    static String of(String name) {
        String shown = name.length() > LONGEST ? name.substring(0, LONGEST) + "..." : name;
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
