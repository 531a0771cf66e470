package io.loadharness.netty;

import java.net.UnknownHostException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** What broken connections are called. The reason is often only in the words of a cause. */
final class Breaks {

    private static final Pattern NO_PORT =
            Pattern.compile("(?i)cannot assign requested address|address already in use");
    private static final Pattern NO_FILE = Pattern.compile("(?i)too many open files");

    private static final Pattern SYSTEM_CALL = Pattern.compile("^.*failed with error\\(-?\\d+\\): ");

    private Breaks() {}

    /** A connection that was made and is gone. */
    static String inAnswer(String server, Throwable cause) {
        SSLException tls = find(cause, SSLException.class);
        return tls != null
                ? "no TLS with " + server + ": " + tls.getMessage()
                : "the connection to " + server + " ended early" + reason(cause);
    }

    /** A connection that cannot be made. */
    static String inConnect(String server, Throwable cause) {
        if (find(cause, UnknownHostException.class) != null) {
            return "the host of " + server + " is not known";
        }
        if (says(cause, NO_PORT)) {
            return "no local port is free for a connection to " + server;
        }
        if (says(cause, NO_FILE)) {
            return "this process has too many open files for another connection to " + server;
        }
        return "no connection to " + server + reason(cause);
    }

    /** A connection on which no TLS can be agreed. */
    static String inHandshake(String server, Throwable cause) {
        return "no TLS with " + server + reason(cause);
    }

    static String reason(Throwable cause) {
        return cause == null || cause.getMessage() == null
                ? ""
                : ": " + SYSTEM_CALL.matcher(cause.getMessage()).replaceFirst("");
    }

    private static <T extends Throwable> T find(Throwable thrown, Class<T> type) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }

    private static boolean says(Throwable thrown, Pattern words) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each.getMessage() != null && words.matcher(each.getMessage()).find()) {
                return true;
            }
        }
        return false;
    }
}
