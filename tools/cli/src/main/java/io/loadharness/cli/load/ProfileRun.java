package io.loadharness.cli.load;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.cli.profile.Asking;
import io.loadharness.cli.profile.LoadPart;
import io.loadharness.cli.profile.Profile;
import io.loadharness.cli.profile.StagePlan;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a profile has asked, and its stages with the pauses between them. For one run, on one thread. */
final class ProfileRun {

    private final Profile profile;
    private final ProfileLoad load;
    private StagedRequests requests;

    ProfileRun(Profile profile) {
        this.profile = profile;
        load = new ProfileLoad(profile.load());
    }

    ProfileLoad load() {
        return load;
    }

    /** What would run, a sentence each. */
    List<String> plan() {
        LoadPart planned = profile.load();
        return planned.sweep().map(sweep -> List.of(SweepRuns.plan(sweep))).orElseGet(() -> planned.stages().stream()
                .map(each -> "Plan: " + each.schedule())
                .toList());
    }

    /**
     * What the servers are asked.
     *
     * @param maxTokens of every answer, if the user says so
     * @param warmUps how many are asked before the first stage
     * @throws IllegalArgumentException if it cannot be asked; says why
     */
    RequestSet requests(Optional<Tokenizer> tokenizer, OptionalInt maxTokens, int warmUps, PrintWriter out)
            throws IOException {
        GenerationParameters parameters = GenerationParameters.builder()
                .ignoreEos(profile.server().ignoresEos())
                .build();
        RequestSet made = profile.data()
                .requests(new Asking(
                        profile.api().isChat(),
                        tokenizer,
                        profile.load().requests(),
                        warmUps,
                        maxTokens,
                        parameters,
                        remark -> out.println("Profile: " + remark)));
        requests = new StagedRequests(made.requests());
        return new RequestSet(made.name(), requests);
    }

    /**
     * Runs all, until one of them is stopped, and prints what they came to.
     *
     * @param asked how many requests were sent before
     * @return the exit code
     */
    int run(PreparedLoad prepared, int asked, Path folder, PrintWriter out) throws IOException {
        LoadPart sent = profile.load();
        if (sent.sweep().isPresent()) {
            return new SweepRuns(sent.sweep().get(), ScheduledLoad::new, prepared, sent.interval(), folder, out).run();
        }
        String heading = sent.type().equals(LoadPart.CONCURRENT) ? "At a time" : StageRuns.RATE;
        StageRuns runs = new StageRuns(heading, ScheduledLoad::new, prepared, folder, out);
        long next = asked;
        for (int i = 0; i < sent.stages().size(); i++) {
            StagePlan stage = sent.stages().get(i);
            if (i > 0) {
                prepared.interruption().pause(sent.interval());
            }
            requests.beginAt(stage.isOfTrace() ? 0 : next);
            next += stage.requests();
            runs.stage(
                    stage.load(),
                    stage.schedule(),
                    library(prepared.server(), stage),
                    load.settings(stage.schedule().scenario(), i, prepared.timed(), prepared.longestRequest()));
        }
        runs.print();
        runs.write();
        return runs.exitCode();
    }

    /** As many of the requests as the stage sends, if there are so many. */
    private QuerySampleLibrary library(ServerUnderTest server, StagePlan stage) {
        int size = (int) Math.min(requests.size(), stage.requests());
        return QuerySampleLibrary.ofSize(server.library().name(), size);
    }
}
