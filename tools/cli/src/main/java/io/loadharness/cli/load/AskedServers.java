package io.loadharness.cli.load;

import io.loadharness.cli.Versions;
import io.loadharness.cli.managed.StartedServers;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.run.RunCompanion;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.cli.server.ServerOptions;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.cli.server.ServerUnderTest.Spread;
import io.loadharness.cli.server.TokenCounting;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.report.Environment;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunDescription.Setting;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Servers that are ready, once it is known how they can be asked.
 *
 * @param server says where they are
 * @param dialect in which they answer
 * @param streamed whether answers come in pieces
 * @param counting who counts the tokens of answers
 * @param set what they are asked
 * @param started those of them that were started for the run
 * @param companion what goes on beside each run
 */
record AskedServers(
        ServerOptions server,
        Dialect dialect,
        boolean streamed,
        TokenCounting counting,
        RequestSet set,
        StartedServers started,
        RunCompanion companion) {

    /** Connections to all of them. */
    ServerUnderTest open(Spread spread, ClientLimits limits) {
        List<OpenAiBackend> backends = server.urls().stream()
                .map(url -> server.backend(url, dialect, streamed))
                .toList();
        ServerUnderTest sut = new ServerUnderTest(backends, dialect, counting, spread, limits, set);
        sut.lostAs(started::trouble);
        sut.accompaniedBy(companion);
        return sut;
    }

    /** Whether the tokens of answers are timed. */
    boolean timesTokens(Load load) {
        return counting.isRequired() && load.timesTokens(streamed);
    }

    /** What is known of a run before it starts. */
    RunDescription description(Load load, String transport, List<Setting> settings, List<String> requirements) {
        String first = server.urls().get(0);
        return new RunDescription(
                Versions.ofHarness(),
                Instant.now(),
                load.generatorName(),
                load.scenario(),
                load.description(),
                load.plannedRate().stream().boxed().findFirst(),
                server.modelOf(first),
                EnumNames.of(dialect),
                transport,
                streamed,
                server.urls(),
                set.name(),
                set.requests().size(),
                Stream.concat(settings.stream(), started.settings().stream()).toList(),
                requirements,
                load.bounds(load.settings(timesTokens(load), server.longestRequest())),
                Environment.ofThisProcess());
    }
}
