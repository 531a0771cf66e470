package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Lists that may hold None. */
final class Lists {

    private Lists() {}

    static List<Object> of(Object... elements) {
        return Collections.unmodifiableList(new ArrayList<>(Arrays.asList(elements)));
    }
}
