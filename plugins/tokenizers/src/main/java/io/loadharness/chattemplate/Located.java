package io.loadharness.chattemplate;

import java.util.function.Supplier;

/** Tells errors where they are. */
final class Located {

    private Located() {}

    static <T> T at(int line, Supplier<T> action) {
        try {
            return action.get();
        } catch (TemplateException e) {
            throw e.at(line);
        }
    }
}
