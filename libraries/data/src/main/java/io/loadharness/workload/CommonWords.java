// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/** Generates text of common English words. Stateless. */
final class CommonWords implements TextGenerator {

    static final CommonWords INSTANCE = new CommonWords();

    private static final String[] WORDS =
            ("the of and to in is that it was for on are as with they be at one have this from by hot word but "
                            + "what some we can out other were all there when up use your how said an each she which do their time if will way about "
                            + "many then them write would like so these her long make thing see him two has look more day could go come did number "
                            + "sound no most people my over know water than call first who may down side been now find any new work part take get "
                            + "place made live where after back little only round man year came show every good me give our under name very through "
                            + "just form great think say help low line before turn cause much mean move right boy old too same tell does set three "
                            + "want air well also play small end put home read hand large add even land here must big high such follow act why ask "
                            + "men change went light kind off need house picture try us again animal point mother world near build self earth father "
                            + "head stand own page should country found answer school grow study still learn plant cover food sun four between state")
                    .split(" ");

    private CommonWords() {}

    static String word(RandomBits random) {
        return WORDS[random.below(WORDS.length)];
    }

    @Override
    public String continuation(String before, int tokens, long stream) {
        RandomBits random = new RandomBits(stream);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            if (i > 0 || !before.isEmpty()) {
                text.append(' ');
            }
            text.append(word(random));
        }
        return text.toString();
    }
}
