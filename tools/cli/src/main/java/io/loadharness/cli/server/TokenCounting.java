package io.loadharness.cli.server;

import io.loadharness.inference.TokenCounter;
import java.util.Optional;

/**
 * Who counts the tokens of answers.
 *
 * @param isRequired whether an answer whose tokens nobody can count is a failure
 * @param counter counts those that the server does not
 */
public record TokenCounting(boolean isRequired, Optional<TokenCounter> counter) {

    /** The server, of every answer. */
    public static final TokenCounting BY_SERVER = new TokenCounting(true, Optional.empty());

    /** Whoever does. */
    public static final TokenCounting NOT_REQUIRED = new TokenCounting(false, Optional.empty());

    /** The server, or else somebody on this side. */
    public static TokenCounting with(Optional<? extends TokenCounter> counter) {
        return new TokenCounting(true, counter.map(each -> each));
    }
}
