// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The share of samples whose label is the best class of the response, in percent. The first number of a response is its best class. If each
 * response has at least five classes, this class also computes the share of samples whose label is one of the first five classes.
 *
 * <p>With the script accuracy-imagenet.py, MLPerf computes the same score.
 */
public final class TopClassMetric implements AccuracyMetric {

    private static final int TOP = 5;

    /** The limit above which float32 cannot represent each integer. Numbers beyond it are not classes. */
    private static final double MAX_CLASS = 1 << 24;

    /** Creates the metric. */
    public TopClassMetric() {}

    @Override
    public String name() {
        return "top-1";
    }

    @Override
    public String targets() {
        return "MLPerf's val_map.txt, or a data set with a column of labels";
    }

    @Override
    public Scorer scorer(ScoringInput input) throws IOException {
        Tensor.Type type = input.type().orElse(Tensor.Type.FLOAT32);
        if (type != Tensor.Type.FLOAT32 && type != Tensor.Type.INT32 && type != Tensor.Type.INT64) {
            throw new AccuracyException("classes have the type float32, int32 or int64: got " + type);
        }
        return new Classes(Targets.labels(input), type);
    }

    private static final class Classes implements Scorer {

        private final long[] labels;
        private final Tensor.Type type;
        private int scored;
        private int correct;
        private int correctInTop;
        private int oneTooHigh;
        private int oneTooLow;
        private boolean allHaveTop = true;

        Classes(long[] labels, Tensor.Type type) {
            this.labels = labels;
            this.type = type;
        }

        @Override
        public int samples() {
            return labels.length;
        }

        @Override
        public OptionalDouble score(LoggedAnswer answer) throws AccuracyException {
            int count = answer.count(type);
            long label = labels[answer.sample()];
            long found = classAt(answer, 0);
            boolean inTop = false;
            for (int i = 0; i < Math.min(TOP, count); i++) {
                inTop |= classAt(answer, i) == label;
            }
            scored++;
            correct += found == label ? 1 : 0;
            oneTooHigh += found == label + 1 ? 1 : 0;
            oneTooLow += found == label - 1 ? 1 : 0;
            correctInTop += inTop ? 1 : 0;
            allHaveTop &= count >= TOP;
            return OptionalDouble.of(found == label ? 1 : 0);
        }

        private long classAt(LoggedAnswer answer, int index) throws AccuracyException {
            double number = answer.number(type, index);
            if (number != Math.rint(number) || !(Math.abs(number) <= MAX_CLASS)) {
                throw new AccuracyException(answer.place() + ": the response to sample " + answer.sample()
                        + " is not a class if it is read as " + type + ": it is " + number
                        + "; set the type that the system wrote: float32, int32 or int64. An engine of onnx writes classes with"
                        + " --engine-option output=argmax");
            }
            return (long) number;
        }

        @Override
        public Map<String, Double> totals(int expected) {
            Map<String, Double> totals = new LinkedHashMap<>();
            totals.put("accuracy", percent(correct));
            if (allHaveTop && scored > 0) {
                totals.put("top_5", percent(correctInTop));
            }
            return totals;
        }

        private double percent(int count) {
            return scored == 0 ? 0 : 100.0 * count / scored;
        }

        @Override
        public String referenceLine(int expected) {
            return "accuracy=" + FloatText.fixed(percent(correct), 3) + "%, good=" + correct + ", total=" + scored;
        }

        @Override
        public String hint() {
            if (oneTooHigh > 2 * correct && oneTooHigh > scored / 2) {
                return shifted(oneTooHigh, "more", "offset=-1");
            }
            return oneTooLow > 2 * correct && oneTooLow > scored / 2 ? shifted(oneTooLow, "less", "offset=1") : "";
        }

        private String shifted(int count, String direction, String remedy) {
            return "In " + count + " of " + scored + " responses, the class is one " + direction
                    + " than the label: the model may have an additional class \"background\". The engine onnx corrects"
                    + " this with --engine-option " + remedy + ".";
        }
    }
}
