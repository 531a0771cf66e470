// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.TensorDataset;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness dataset validate}. */
@Command(
        name = "validate",
        description =
                "Checks that a file is the data set that MLPerf's rules require. Checks the number of samples, the"
                        + " columns and the content of the columns.")
public final class ValidateDatasetCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The data set to check.")
    private Path file;

    @Mixin
    private ReadingOptions reading;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "NAME",
            description = "The MLPerf model: llama3.1-8b, llama2-70b, llama3.1-405b, mixtral-8x7b, deepseek-r1,"
                    + " gpt-oss-120b, resnet50, retinanet, bert-99 or 3d-unet.")
    @SuppressWarnings("NullAway.Init") // picocli rejects a command line without it
    private String model;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        MlperfDataset wanted = MlperfDataset.of(model);
        List<String> faults;
        int rows;
        if (wanted.hasTensors()) {
            reading.requireNone();
            TensorDataset tensors = TensorDataset.read(file);
            faults = wanted.mismatches(tensors);
            rows = tensors.rows();
        } else {
            Dataset dataset = reading.read(file, out);
            faults = wanted.mismatches(dataset);
            rows = dataset.rows();
        }
        if (faults.isEmpty()) {
            out.println(file + " is a data set for " + model + ": " + Quantity.count(rows)
                    + (rows == 1 ? " sample" : " samples"));
            return ExitCode.OK;
        }
        out.println(file + " is not the data set for " + model + ":");
        faults.forEach(each -> out.println("  " + each));
        return ExitCode.INVALID;
    }
}
