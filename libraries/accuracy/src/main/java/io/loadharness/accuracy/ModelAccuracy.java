// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.dataset.MlperfDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The accuracy that MLPerf requires of its models: the metric and the bounds, which are a share of the accuracy of the reference model.
 *
 * <pre>{@code
 * ModelAccuracy.of(MlperfDataset.RESNET50).bounds().forEach(System.out::println);
 * }</pre>
 */
public enum ModelAccuracy {
    /** 99 % of a top-1 accuracy of 76.46 %. */
    RESNET50(MlperfDataset.RESNET50, "top-1", new AccuracyBound("accuracy", 76.46 * 0.99, 3)),
    /** 99 % of an F1 of 90.874. */
    BERT_99(MlperfDataset.BERT_99, "squad-logits", new AccuracyBound("f1", 90.874 * 0.99, AccuracyBound.EXACT)),
    /** 99 % of a mean average precision of 37.55 %. */
    RETINANET(MlperfDataset.RETINANET, "the mean average precision", "accuracy-openimages.py"),
    /** 99 % of a mean DICE score of 0.8617. */
    THREE_D_UNET(MlperfDataset.THREE_D_UNET, "the mean DICE score", "accuracy_kits.py"),
    /** 99 % of the ROUGE scores of the reference model. */
    LLAMA3_1_8B(MlperfDataset.LLAMA3_1_8B, "ROUGE scores", "evaluation.py"),
    /** 99.9 % of the ROUGE scores of the reference model. */
    LLAMA2_70B(MlperfDataset.LLAMA2_70B, "ROUGE scores", "evaluate-accuracy.py"),
    /** 99 % of ROUGE-L and of the exact match of the reference model. */
    LLAMA3_1_405B(MlperfDataset.LLAMA3_1_405B, "ROUGE-L and exact matches", "evaluate-accuracy.py"),
    /** 99 % of the scores of the reference model for each of the three data sets. */
    MIXTRAL_8X7B(MlperfDataset.MIXTRAL_8X7B, "ROUGE scores and the results of generated code", "evaluate-accuracy.py"),
    /** 99 % of the exact matches of the reference model. */
    DEEPSEEK_R1(
            MlperfDataset.DEEPSEEK_R1,
            "responses to five kinds of tasks, some of which are programs",
            "eval_accuracy.py"),
    /** 99 % of the exact matches of the reference model. */
    GPT_OSS_120B(
            MlperfDataset.GPT_OSS_120B,
            "responses to three kinds of tasks, some of which are programs",
            "eval_mlperf_accuracy.py");

    private final MlperfDataset dataset;
    private final String metric;
    private final String missing;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<AccuracyBound> bounds;

    ModelAccuracy(MlperfDataset dataset, String metric, AccuracyBound... bounds) {
        this.dataset = dataset;
        this.metric = metric;
        this.missing = "";
        this.bounds = List.of(bounds);
    }

    /**
     * Creates a model without a metric.
     *
     * @param needed the scores that MLPerf requires
     * @param script the script of MLPerf that computes them
     */
    ModelAccuracy(MlperfDataset dataset, String needed, String script) {
        this.dataset = dataset;
        this.metric = "";
        this.missing = dataset.model() + " has no metric yet: MLPerf requires " + needed + ", which its script "
                + script + " computes from " + AccuracyLog.FILE_NAME;
        this.bounds = List.of();
    }

    /** Returns the accuracy that MLPerf requires of a model. */
    public static ModelAccuracy of(MlperfDataset dataset) {
        return Arrays.stream(values())
                .filter(each -> each.dataset == dataset)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the name of the metric; empty if no metric computes the scores of this model. */
    public Optional<String> metric() {
        return metric.isEmpty() ? Optional.empty() : Optional.of(metric);
    }

    /** Returns the sentence that names the missing metric; empty if there is a metric. */
    public Optional<String> missing() {
        return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
    }

    /** Returns the bounds of the scores; empty for a model without a metric. */
    public List<AccuracyBound> bounds() {
        return bounds;
    }

    /** Returns the data set of the model. */
    public MlperfDataset dataset() {
        return dataset;
    }
}
