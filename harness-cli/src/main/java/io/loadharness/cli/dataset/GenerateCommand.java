package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.Quantity;
import io.loadharness.cli.options.Counts;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.workload.Distribution;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.RandomPrompts;
import io.loadharness.workload.Vocabulary;
import io.loadharness.workload.Wording;
import io.loadharness.workload.Workload;
import io.loadharness.workload.WorkloadProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness dataset generate}. */
@Command(
        name = "generate",
        description =
                "Makes up a data set: of a class of workloads, or of lengths. The same options give the same file.")
public final class GenerateCommand implements Callable<Integer> {

    /** What prompts are made of. */
    enum Style {
        IDS,
        TEXT,
        CHAT
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "OUT", description = "The file to write; its name says in which format, as .jsonl.")
    private Path file;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "The class: interactive-chat, text-classification, image-classification, summarization,"
                    + " text-generation, translation, code-completion or code-generation.")
    private String profile;

    @Option(
            names = "--input-length",
            paramLabel = "LENGTH",
            description = "Instead of a class: tokens of a prompt, as 512, uniform:min=10:max=100,"
                    + " normal:mean=512:std=100:min=10:max=1024; also lognormal, poisson, skew-normal.")
    private Distribution inputLength;

    @Option(names = "--output-length", paramLabel = "LENGTH", description = "The tokens to ask for, in the same way.")
    private Distribution outputLength;

    @Option(names = "--count", required = true, paramLabel = "N", description = "How many prompts.")
    private int count;

    @Option(
            names = "--style",
            paramLabel = "NAME",
            defaultValue = "ids",
            description = "What prompts are made of: ids, text or chat. Default: ${DEFAULT-VALUE}")
    private Style style;

    @Option(
            names = "--vocabulary",
            paramLabel = "N",
            defaultValue = "32000",
            description = "For ids: they are below N. Default: ${DEFAULT-VALUE}")
    private int vocabulary;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Which ones. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Override
    public Integer call() throws IOException {
        Workload workload = workload();
        PrintWriter out = spec.commandLine().getOut();
        try (DatasetWriter writer = WritableFormat.createByName(file)) {
            workload.writeTo(writer);
            writer.finish();
            out.println(file + ": " + Quantity.count(writer.rows()) + " rows");
        }
        return ExitCode.OK;
    }

    private Workload workload() {
        Counts.requireAtLeast(1, "--count", count);
        boolean lengths = inputLength != null && outputLength != null;
        boolean anyLength = inputLength != null || outputLength != null;
        if (profile != null ? anyLength : !lengths) {
            throw new IllegalArgumentException(
                    "a data set is made up of either a --profile, or an --input-length and an --output-length");
        }
        return profile != null
                ? WorkloadProfile.named(profile).workload(style(), count, seed)
                : new RandomPrompts(style(), inputLength, outputLength, count, seed);
    }

    private PromptStyle style() {
        return switch (style) {
            case IDS -> PromptStyle.tokenIds(Vocabulary.of(vocabulary));
            case TEXT -> PromptStyle.text(Wording.commonWords());
            case CHAT -> PromptStyle.chat(Wording.commonWords());
        };
    }
}
