// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.probe;

import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Reply;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.inference.Response;
import io.loadharness.inference.TokenSource;
import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A table with the findings about a server. */
final class ProbeTable {

    private static final String NONE = "-";

    private ProbeTable() {}

    static void print(PrintWriter out, List<ProbeFinding> findings) {
        Table table = new Table(
                "lllllrrr", "Dialect", "Streamed", "Whole", "Token ids", "Usage", "First token", "Latency", "Tokens");
        for (ProbeFinding each : findings) {
            Reply best = each.best();
            table.row(
                    EnumNames.of(each.dialect()),
                    yesOrNo(DialectSearch.works(each.dialect(), each.streamed())),
                    yesOrNo(DialectSearch.works(each.dialect(), each.whole())),
                    yesOrNo(best.hasIds()),
                    each.hasUsageOnlyWithoutStreaming() ? "whole" : yesOrNo(each.hasUsage()),
                    time(best.timeToFirstToken()),
                    time(best.latency()),
                    tokens(best));
        }
        table.print(out);
        findings.stream()
                .filter(each -> !each.isUsable())
                .forEach(each -> out.println(EnumNames.of(each.dialect()) + ": " + reason(each.streamed())));
    }

    /** Returns one sentence about the latency of a request in the best dialect. */
    static String latency(ProbeFinding finding) {
        Reply reply = finding.best();
        Response response = reply.response().orElseThrow();
        String prompt = response.usage().prompt() < 0
                ? ""
                : " for a prompt of " + response.usage().prompt() + " tokens";
        String first = reply.timeToFirstToken()
                .map(time -> ", with the first token after " + Quantity.duration(time))
                .orElse("");
        if (!reply.hasTokenCount()) {
            return "A response takes " + time(reply.latency()) + first + ". " + uncounted(finding);
        }
        String counted = response.tokenSource() == TokenSource.TOKENIZER ? ", counted by the tokenizer," : "";
        return "A completion of " + tokens(reply) + " tokens" + counted + prompt + " takes " + time(reply.latency())
                + first + ".";
    }

    private static String uncounted(ProbeFinding finding) {
        return finding.hasUsageOnlyWithoutStreaming()
                ? "The server returns token counts only without streaming: run with --no-streaming or --tokenizer."
                : "The server returns no token counts: run with --tokenizer or --no-token-counts.";
    }

    private static String reason(Reply reply) {
        return reply.failure().map(Reply::describe).orElse("the response has no token ids");
    }

    private static String yesOrNo(boolean fact) {
        return fact ? "yes" : "no";
    }

    private static String time(Optional<Duration> time) {
        return time.map(Quantity::duration).orElse(NONE);
    }

    private static String tokens(Reply reply) {
        return reply.hasTokenCount()
                ? Quantity.count(reply.response().orElseThrow().tokenCount())
                : NONE;
    }
}
