package io.loadharness.cli.load;

import io.loadharness.cli.server.Reply;
import io.loadharness.cli.server.ServerOptions;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.inference.WarmUpReport;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeoutException;

/**
 * Requests before a run, which do not count.
 *
 * @param count how many each server gets
 */
record WarmUp(ServerOptions options, int count) {

    /**
     * Sends them, and prints how long they took.
     *
     * @throws IOException if a server fails one of them
     */
    void of(ServerUnderTest server, PrintWriter out) throws InterruptedException, TimeoutException, IOException {
        if (count == 0) {
            return;
        }
        for (WarmUpReport each :
                server.warmUp(count, options.longestRequest().plusSeconds(1).multipliedBy(count))) {
            if (each.failed() > 0) {
                throw new IOException(
                        each.endpoint() + " failed " + each.failed() + " of " + each.requests() + " warm-up requests: "
                                + each.firstFailure().map(Reply::said).orElse(""));
            }
            out.println("Warm-up: " + each.endpoint() + " answered " + each.requests() + " requests in "
                    + Quantity.duration(each.elapsed()));
        }
        if (options.asksForHttp2() && server.transportCounts().overHttp2() == 0) {
            out.println("No answer has come over HTTP/2: HTTP/1.1 is spoken");
        }
        out.flush();
    }
}
