// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ModelInput;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The inputs and the selected outputs of a model.
 *
 * @param batch the size of all batches if the model fixes it; otherwise {@link #ANY}
 */
record ModelSignature(List<Port> inputs, List<Port> outputs, int batch) {

    static final int ANY = -1;

    /**
     * The names of dimensions that are compared. Exporters generate names with digits, such as {@code unk__616}, and generate different
     * names for the batch of the inputs and the batch of the outputs.
     */
    private static final Pattern COMPARABLE_NAME = Pattern.compile("[A-Za-z_]+");

    /** An input or output. The shape contains the batch; {@link #ANY} is a dimension that the model does not fix. */
    static final class Port {

        private final String name;
        private final Tensor.Type type;
        private final long[] shape;
        private final String[] dimensions;
        private final boolean hasBatch;

        Port(String name, Tensor.Type type, long[] shape, String[] dimensions, boolean hasBatch) {
            this.name = name;
            this.type = type;
            this.shape = shape;
            this.dimensions = dimensions;
            this.hasBatch = hasBatch;
        }

        String name() {
            return name;
        }

        Tensor.Type type() {
            return type;
        }

        /** Returns false if the model names the first dimension, and the name is not that of the batch of the inputs. */
        boolean hasBatch() {
            return hasBatch;
        }

        /** Returns the dimension as the model describes it. */
        String dimension(int index) {
            if (shape[index] >= 0) {
                return Long.toString(shape[index]);
            }
            return dimensions[index].isEmpty() ? "any" : dimensions[index];
        }

        /** Returns the shape of a sample, for messages. */
        private String sampleShape() {
            List<String> names = new ArrayList<>();
            for (int i = 1; i < shape.length; i++) {
                names.add(dimension(i));
            }
            return names.toString();
        }

        private boolean matches(long[] sample) {
            if (sample.length != shape.length - 1) {
                return false;
            }
            for (int i = 0; i < sample.length; i++) {
                if (shape[i + 1] != ANY && shape[i + 1] != sample[i]) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Returns the size in bytes of a tensor of a shape.
         *
         * @throws IllegalArgumentException if the tensor is too large for a buffer
         */
        int bytes(long[] ofTensor) {
            long bytes = type.bytes();
            for (long each : ofTensor) {
                bytes = Math.multiplyExact(bytes, each);
            }
            if (bytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("a batch of '" + name + "' has " + bytes
                        + " bytes, but at most 2 GiB are possible; use smaller batches");
            }
            return (int) bytes;
        }

        @Override
        public String toString() {
            return "'" + name + "' of " + type + sampleShape();
        }
    }

    /**
     * Reads the signature of a model.
     *
     * @param outputNames the names of the outputs to return; empty for all
     * @throws IllegalArgumentException if the harness cannot pass the inputs or read the outputs
     */
    static ModelSignature of(OrtSession session, List<String> outputNames) throws OrtException {
        List<Port> inputs = new ArrayList<>();
        for (NodeInfo each : session.getInputInfo().values()) {
            inputs.add(port("input", each, List.of()));
        }
        Map<String, NodeInfo> all = session.getOutputInfo();
        List<Port> outputs = new ArrayList<>();
        for (String each : outputNames.isEmpty() ? all.keySet() : outputNames) {
            NodeInfo info = all.get(each);
            if (info == null) {
                throw new IllegalArgumentException("the model has no output '" + each + "'"
                        + Suggestions.hintAndNames(each, List.copyOf(all.keySet())));
            }
            if (outputs.stream().anyMatch(output -> output.name.equals(each))) {
                throw new IllegalArgumentException(
                        "the output '" + each + "' is selected twice; name each output once");
            }
            outputs.add(port("output", info, inputs));
        }
        return new ModelSignature(List.copyOf(inputs), List.copyOf(outputs), fixedBatch(inputs));
    }

    private static Port port(String kind, NodeInfo node, List<Port> inputs) {
        String remedy = kind.equals("input")
                ? "; export the model with tensors of numbers as inputs"
                : "; select other outputs with the option output-name";
        if (!(node.getInfo() instanceof TensorInfo tensor)) {
            throw new IllegalArgumentException(
                    "the " + kind + " '" + node.getName() + "' of the model is not a tensor" + remedy);
        }
        Tensor.Type type = ElementTypes.of(tensor);
        if (type == null) {
            throw new IllegalArgumentException(
                    "the " + kind + " '" + node.getName() + "' of the model has elements of type "
                            + ElementTypes.name(tensor) + ", which is not supported" + remedy);
        }
        long[] shape = tensor.getShape();
        if (kind.equals("input") && shape.length == 0) {
            throw new IllegalArgumentException(
                    "the input '" + node.getName()
                            + "' of the model has no dimensions, and therefore no batch; export the model with the batch first");
        }
        String[] dimensions = tensor.getDimensionNames();
        return new Port(node.getName(), type, shape, dimensions, !isOtherThanBatch(shape, dimensions, inputs));
    }

    /** Returns true if the first dimension and the batch of the inputs have comparable names, and the names differ. */
    private static boolean isOtherThanBatch(long[] shape, String[] dimensions, List<Port> inputs) {
        return shape.length > 0
                && shape[0] == ANY
                && COMPARABLE_NAME.matcher(dimensions[0]).matches()
                && !dimensions[0].toLowerCase(Locale.ROOT).contains("batch")
                && !inputs.isEmpty()
                && inputs.stream()
                        .map(each -> each.dimensions[0])
                        .allMatch(each -> COMPARABLE_NAME.matcher(each).matches() && !each.equals(dimensions[0]));
    }

    static int fixedBatch(List<Port> inputs) {
        List<Port> fixed = inputs.stream().filter(each -> each.shape[0] != ANY).toList();
        if (fixed.isEmpty()) {
            return ANY;
        }
        Port first = fixed.get(0);
        for (Port each : fixed) {
            if (each.shape[0] != first.shape[0]) {
                throw new IllegalArgumentException("the inputs '" + first.name + "' and '" + each.name
                        + "' of the model have the different batch sizes " + first.shape[0] + " and " + each.shape[0]
                        + "; export the model with the batch as first dimension of all inputs");
            }
        }
        if (first.shape[0] < 1 || first.shape[0] > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the input '" + first.name + "' of the model has the batch size "
                    + first.shape[0] + ", but a batch must have from 1 to " + Integer.MAX_VALUE
                    + " samples; export the model with another batch size");
        }
        return (int) first.shape[0];
    }

    /**
     * Checks that a request has the inputs of the model. Called for each sample of a run, and therefore without iterators.
     *
     * @throws IllegalArgumentException if it has not; the message is one sentence for humans
     */
    void check(InferenceRequest request) {
        if (!(request.prompt() instanceof Prompt.Tensors prompt)) {
            throw refusal("has no tensors, but the model takes " + described(inputs)
                    + "; use a data set with arrays, for example a file of NumPy");
        }
        for (int i = 0; i < inputs.size(); i++) {
            Port each = inputs.get(i);
            Tensor tensor = tensor(prompt, each);
            if (tensor == null) {
                throw refusal("has no tensor '" + each.name + "', but the model takes " + described(inputs)
                        + "; add the tensor to the data set or rename a column");
            }
            if (tensor.type() != each.type) {
                throw refusal(mismatch(each, tensor) + "; convert the data set to " + each.type);
            }
            if (!each.matches(tensor.shape())) {
                throw refusal(mismatch(each, tensor) + "; change the shape of the data set or the model");
            }
            if (tensor.bytes() == 0) {
                throw refusal(mismatch(each, tensor) + " without elements; remove the sample");
            }
        }
    }

    /** Returns the names of the tensors of a checked request that are not inputs of the model, for example labels. */
    String unusedTensors(InferenceRequest request) {
        List<Tensor> tensors = ((Prompt.Tensors) request.prompt()).inputs();
        return tensors.stream()
                .filter(each -> inputs.stream().noneMatch(input -> isFor(each, input)))
                .map(each -> "'" + each.name() + "'")
                .collect(Collectors.joining(", "));
    }

    private static String mismatch(Port input, Tensor tensor) {
        return "has a tensor of " + tensor.description() + ", but the model takes " + input;
    }

    private static IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("the request " + reason);
    }

    private static String described(List<Port> ports) {
        return ports.stream().map(Port::toString).collect(Collectors.joining(" and "));
    }

    /** Returns the inputs without the batch. */
    List<ModelInput> modelInputs() {
        return inputs.stream()
                .map(each -> new ModelInput(each.name, each.type, Arrays.copyOfRange(each.shape, 1, each.shape.length)))
                .toList();
    }

    /** Returns the tensor of a request for an input; null if there is none. */
    @Nullable
    Tensor tensor(Prompt.Tensors prompt, Port input) {
        List<Tensor> tensors = prompt.inputs();
        for (int i = 0; i < tensors.size(); i++) {
            Tensor each = tensors.get(i);
            if (isFor(each, input)) {
                return each;
            }
        }
        return null;
    }

    private boolean isFor(Tensor tensor, Port input) {
        return tensor.name().equals(input.name) || (tensor.name().isEmpty() && inputs.size() == 1);
    }

    /** Returns true if two requests that were checked can be in the same batch, because their tensors have the same shapes. */
    boolean sameShapes(InferenceRequest one, InferenceRequest other) {
        Prompt.Tensors first = (Prompt.Tensors) one.prompt();
        Prompt.Tensors second = (Prompt.Tensors) other.prompt();
        for (int i = 0; i < inputs.size(); i++) {
            Tensor left = tensor(first, inputs.get(i));
            Tensor right = tensor(second, inputs.get(i));
            if (left == null || right == null || !Arrays.equals(left.shape(), right.shape())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the shape that an output will have, with the batch; empty if it depends on more than the names of dimensions.
     *
     * @param shapes the shapes of the inputs, with the batch
     */
    Optional<long[]> outputShape(Port output, long[][] shapes) {
        Map<String, Long> known = new HashMap<>();
        for (int i = 0; i < shapes.length; i++) {
            String[] names = inputs.get(i).dimensions;
            for (int j = 0; j < shapes[i].length; j++) {
                known.put(names[j], shapes[i][j]);
            }
        }
        known.remove("");
        long[] shape = output.shape.clone();
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] == ANY) {
                Long value = known.get(output.dimensions[i]);
                if (value == null) {
                    return Optional.empty();
                }
                shape[i] = value;
            }
        }
        return Optional.of(shape);
    }
}
