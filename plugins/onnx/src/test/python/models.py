# SPDX-License-Identifier: Apache-2.0
"""Creates the ONNX models of the tests: python models.py FOLDER.

Needs onnx and numpy in the environment. The tests need neither of them: the models are checked in.
"""

import pathlib
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64, STRING = TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING


def tensor(name, kind, *shape):
    return helper.make_tensor_value_info(name, kind, list(shape))


def constant(name, values, dtype=np.float32):
    return numpy_helper.from_array(np.array(values, dtype), name)


def model(nodes, inputs, outputs, constants=(), opset=17):
    graph = helper.make_graph(nodes, "test", inputs, outputs, list(constants))
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8, producer_name="loadharness"
    )


def add():
    """y = x + 1."""
    return model(
        [helper.make_node("Add", ["x", "one"], ["y"])],
        [tensor("x", FLOAT, "batch", 3)],
        [tensor("y", FLOAT, "batch", 3)],
        [constant("one", [1])],
    )


def classifier():
    """A convolution, a maximum and a fully connected layer, with random weights."""
    random = np.random.RandomState(1)
    return model(
        [
            helper.make_node("Conv", ["image", "kernel"], ["features"], pads=[1, 1, 1, 1]),
            helper.make_node("Relu", ["features"], ["positive"]),
            helper.make_node("GlobalMaxPool", ["positive"], ["pooled"]),
            helper.make_node("Flatten", ["pooled"], ["flat"]),
            helper.make_node("Gemm", ["flat", "weights"], ["logits"]),
        ],
        [tensor("image", FLOAT, "batch", 1, 8, 8)],
        [tensor("logits", FLOAT, "batch", 10)],
        [
            constant("kernel", random.randint(-4, 5, (4, 1, 3, 3)) / 4),
            constant("weights", random.randint(-4, 5, (4, 10)) / 4),
        ],
    )


def attention():
    """softmax(x x^T) x, for sequences of any length."""
    return model(
        [
            helper.make_node("Transpose", ["x"], ["keys"], perm=[0, 2, 1]),
            helper.make_node("MatMul", ["x", "keys"], ["scores"]),
            helper.make_node("Softmax", ["scores"], ["weights"], axis=-1),
            helper.make_node("MatMul", ["weights", "x"], ["y"]),
        ],
        [tensor("x", FLOAT, "batch", "length", 2)],
        [tensor("y", FLOAT, "batch", "length", 2)],
    )


def two_inputs():
    """y = ids * scale."""
    return model(
        [
            helper.make_node("Cast", ["ids"], ["numbers"], to=FLOAT),
            helper.make_node("Mul", ["numbers", "scale"], ["y"]),
        ],
        [tensor("ids", INT64, "batch", 4), tensor("scale", FLOAT, "batch", 1)],
        [tensor("y", FLOAT, "batch", 4)],
    )


def logarithm():
    """y = log(x): NaN for negative numbers, infinite for zero."""
    return model(
        [helper.make_node("Log", ["x"], ["y"])],
        [tensor("x", FLOAT, "batch", 2)],
        [tensor("y", FLOAT, "batch", 2)],
    )


def strings():
    """Takes a string."""
    return model(
        [helper.make_node("Identity", ["words"], ["y"])],
        [tensor("words", STRING, "batch", 1)],
        [tensor("y", STRING, "batch", 1)],
    )


def fixed_batch():
    """y = x + x, in batches of 4."""
    return model(
        [helper.make_node("Add", ["x", "x"], ["y"])],
        [tensor("x", FLOAT, 4, 2)],
        [tensor("y", FLOAT, 4, 2)],
    )


def labels():
    """The outputs of MLPerf's ResNet-50: the index of the largest value, and probabilities."""
    return model(
        [
            helper.make_node("ArgMax", ["x"], ["ArgMax:0"], axis=1, keepdims=0),
            helper.make_node("Softmax", ["x"], ["softmax_tensor:0"], axis=-1),
        ],
        [tensor("x", FLOAT, "batch", 5)],
        [tensor("ArgMax:0", INT64, "batch"), tensor("softmax_tensor:0", FLOAT, "batch", 5)],
    )


def lookup():
    """Fails at run time if an id is not in the table of 5 rows."""
    return model(
        [helper.make_node("Gather", ["table", "ids"], ["y"], axis=0)],
        [tensor("ids", INT64, "batch", 1)],
        [tensor("y", FLOAT, "batch", 1)],
        [constant("table", [0, 10, 20, 30, 40])],
    )


def doubled():
    """y = x + x, for samples of any length."""
    return model(
        [helper.make_node("Add", ["x", "x"], ["y"])],
        [tensor("x", FLOAT, "batch", "length", 2)],
        [tensor("y", FLOAT, "batch", "length", 2)],
    )


def one_shape():
    """y = x + x, for samples of any length in batches of any size, but the output declares one sample of length 1."""
    return model(
        [helper.make_node("Add", ["x", "x"], ["y"])],
        [tensor("x", FLOAT, "batch", "length", 2)],
        [tensor("y", FLOAT, 1, 1, 2)],
    )


def total():
    """The sum of all samples of the batch: the output has no batch dimension."""
    return model(
        [helper.make_node("ReduceSum", ["x"], ["y"], keepdims=0)],
        [tensor("x", FLOAT, "batch", 2)],
        [tensor("y", FLOAT)],
    )


def positions():
    """The positions of values that are not 0: the size of the output depends on the values."""
    return model(
        [helper.make_node("NonZero", ["x"], ["indices"]), helper.make_node("Transpose", ["indices"], ["y"])],
        [tensor("x", FLOAT, "batch", 3)],
        [tensor("y", INT64, "found", 2)],
    )


def countdown():
    """Runs as many iterations as its input says, which can take any time."""
    body = helper.make_graph(
        [helper.make_node("Identity", ["on"], ["still_on"]), helper.make_node("Add", ["state", "state"], ["next"])],
        "body",
        [tensor("i", INT64), tensor("on", TensorProto.BOOL), tensor("state", FLOAT)],
        [tensor("still_on", TensorProto.BOOL), tensor("next", FLOAT)],
    )
    return model(
        [
            helper.make_node("ReduceMax", ["steps"], ["count"], keepdims=0),
            helper.make_node("Loop", ["count", "", "zero"], ["state"], body=body),
            helper.make_node("Cast", ["steps"], ["numbers"], to=FLOAT),
            helper.make_node("Add", ["numbers", "state"], ["y"]),
        ],
        [tensor("steps", INT64, "batch", 1)],
        [tensor("y", FLOAT, "batch", 1)],
        [constant("zero", 0.0)],
    )


def types():
    """Returns its inputs, which have all types that are supported."""
    kinds = ("BOOL", "INT8", "UINT8", "INT16", "INT32", "INT64", "FLOAT16", "FLOAT", "DOUBLE")
    return model(
        [helper.make_node("Identity", [f"in_{each}"], [f"out_{each}"]) for each in kinds],
        [tensor(f"in_{each}", getattr(TensorProto, each), "batch", 2) for each in kinds],
        [tensor(f"out_{each}", getattr(TensorProto, each), "batch", 2) for each in kinds],
    )


def scalar():
    """An input without dimensions, and therefore without a batch."""
    return model([helper.make_node("Neg", ["x"], ["y"])], [tensor("x", FLOAT)], [tensor("y", FLOAT)])


def future():
    """An operator set that does not exist yet."""
    return model(
        [helper.make_node("Neg", ["x"], ["y"])],
        [tensor("x", FLOAT, "batch", 1)],
        [tensor("y", FLOAT, "batch", 1)],
        opset=999,
    )


def unknown_operator():
    """An operator that does not exist."""
    return model(
        [helper.make_node("Frobnicate", ["x"], ["y"])],
        [tensor("x", FLOAT, "batch", 1)],
        [tensor("y", FLOAT, "batch", 1)],
    )


def external():
    """Its weights are in a file that is missing."""
    result = add()
    one = result.graph.initializer[0]
    one.ClearField("raw_data")
    one.data_location = TensorProto.EXTERNAL
    for key, value in (("location", "weights.bin"), ("offset", "0"), ("length", "4")):
        entry = one.external_data.add()
        entry.key, entry.value = key, value
    return result


def colors():
    """Returns its image: the order of the dimensions is that of ResNet-50."""
    return model(
        [helper.make_node("Identity", ["image"], ["y"])],
        [tensor("image", FLOAT, "batch", 3, "height", "width")],
        [tensor("y", FLOAT, "batch", 3, "height", "width")],
    )


def bert():
    """The inputs and outputs of MLPerf's BERT. An answer starts at token 7 and ends at token 8 of the text, whose segment is 1."""
    nodes = [helper.make_node("Mul", ["input_mask", "segment_ids"], ["text"])]
    for each, token in (("start", "seven"), ("end", "eight")):
        nodes += [
            helper.make_node("Equal", ["input_ids", token], [f"is_{each}"]),
            helper.make_node("Cast", [f"is_{each}"], [f"{each}_id"], to=INT64),
            helper.make_node("Mul", [f"{each}_id", "text"], [f"{each}_of_text"]),
            helper.make_node("Cast", [f"{each}_of_text"], [f"output_{each}_logits"], to=FLOAT),
        ]
    return model(
        nodes,
        [tensor(each, INT64, "batch", 384) for each in ("input_ids", "input_mask", "segment_ids")],
        [tensor(f"output_{each}_logits", FLOAT, "batch", 384) for each in ("start", "end")],
        [constant("seven", 7, np.int64), constant("eight", 8, np.int64)],
    )


def unet():
    """The input and output of MLPerf's 3D U-Net: scans of any size, and three scores for each point."""
    sizes = ("depth", "height", "width")
    return model(
        [helper.make_node("Conv", ["input", "kernel"], ["output"])],
        [tensor("input", FLOAT, "batch", 1, *sizes)],
        [tensor("output", FLOAT, "batch", 3, *sizes)],
        [constant("kernel", np.reshape([1, -1, 0.5], (3, 1, 1, 1, 1)))],
    )


def retinanet():
    """The input and outputs of MLPerf's RetinaNet, for one image: a box, a label and a score for each pixel above a limit."""
    return model(
        [
            helper.make_node("ReduceMax", ["images"], ["brightest"], axes=[0, 1], keepdims=0),
            helper.make_node("Greater", ["brightest", "limit"], ["found"]),
            helper.make_node("NonZero", ["found"], ["indices"]),
            helper.make_node("Transpose", ["indices"], ["pixels"]),
            helper.make_node("Cast", ["pixels"], ["corners"], to=FLOAT),
            helper.make_node("Concat", ["corners", "corners"], ["boxes"], axis=1),
            helper.make_node("GatherND", ["brightest", "pixels"], ["scores"]),
            helper.make_node("Cast", ["scores"], ["labels"], to=INT64),
        ],
        [tensor("images", FLOAT, 1, 3, 800, 800)],
        [tensor("boxes", FLOAT, "found", 4), tensor("labels", INT64, "found"), tensor("scores", FLOAT, "found")],
        [constant("limit", 0.5)],
    )


def write(out, models):
    out.mkdir(parents=True, exist_ok=True)
    for each in models:
        data = each().SerializeToString(deterministic=True)
        (out / f"{each.__name__.replace('_', '-')}.onnx").write_bytes(data)


TESTS = (
    add, classifier, attention, two_inputs, logarithm, strings, fixed_batch, labels, lookup, doubled, one_shape, total, positions,
    countdown, types, scalar, future, unknown_operator, external, colors, bert, unet, retinanet,
)

if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), TESTS)
