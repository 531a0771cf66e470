// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.probe;

import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Reply;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.http.Dialect;
import io.loadharness.inference.Response;
import io.loadharness.inference.TokenSource;
import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What was found out about a server, for people. */
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
                    works(each.dialect(), each.streamed()),
                    works(each.dialect(), each.whole()),
                    yes(best.hasIds()),
                    each.saysUsageOnlyOfWholeAnswers() ? "whole" : yes(each.saysUsage()),
                    time(best.timeToFirstToken()),
                    time(best.latency()),
                    tokens(best));
        }
        table.print(out);
        findings.stream()
                .filter(each -> !each.works())
                .forEach(each -> out.println(EnumNames.of(each.dialect()) + ": " + why(each.streamed())));
    }

    /** One sentence on what a request costs in the best dialect. */
    static String cost(ProbeFinding finding) {
        Reply reply = finding.best();
        Response response = reply.response().orElseThrow();
        String prompt = response.usage().prompt() < 0
                ? ""
                : " to a prompt of " + response.usage().prompt() + " tokens";
        String first = reply.timeToFirstToken()
                .map(time -> ", the first token " + Quantity.duration(time))
                .orElse("");
        if (!reply.hasTokenCount()) {
            return "An answer takes " + time(reply.latency()) + first + ". " + uncounted(finding);
        }
        String counted = response.tokenSource() == TokenSource.TOKENIZER ? ", counted on this side," : "";
        return "An answer of " + tokens(reply) + " tokens" + counted + prompt + " takes " + time(reply.latency())
                + first + ".";
    }

    private static String uncounted(ProbeFinding finding) {
        return finding.saysUsageOnlyOfWholeAnswers()
                ? "Nobody counts the tokens of what it streams; it counts those of whole answers: run with --no-streaming."
                : "Nobody counts its tokens.";
    }

    private static String works(Dialect dialect, Reply reply) {
        return DialectSearch.works(dialect, reply) ? "yes" : "no";
    }

    private static String why(Reply reply) {
        return reply.failure().map(Reply::said).orElse("it answers without token ids");
    }

    private static String yes(boolean fact) {
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
