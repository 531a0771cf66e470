# SPDX-License-Identifier: Apache-2.0
"""Creates a ResNet-50 with random weights, and random images: python resnet50.py FOLDER IMAGES.

Writes resnet50.onnx (98 MB) and images.npy. Needs numpy and onnx.
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

BLOCKS = [(3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2)]
CLASSES = 1000


class Network:
    """Nodes and weights of a network, which grow layer by layer."""

    def __init__(self):
        self.random = np.random.RandomState(50)
        self.nodes = []
        self.weights = []

    def add(self, kind, *inputs, **attributes):
        output = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def weight(self, *shape, scale):
        name = f"weight_{len(self.weights)}"
        values = self.random.standard_normal(shape).astype(np.float32) * np.float32(scale)
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def convolution(self, x, inputs, outputs, size, stride=1, gain=2.0):
        """A convolution with the bias that remains of batch normalization. The variance of its output is that of its input."""
        kernel = self.weight(outputs, inputs, size, size, scale=(gain / (inputs * size * size)) ** 0.5)
        bias = self.weight(outputs, scale=0.01)
        pad = size // 2
        return self.add("Conv", x, kernel, bias, kernel_shape=[size, size], strides=[stride] * 2, pads=[pad] * 4)

    def block(self, x, inputs, width, stride):
        """Three convolutions, and a way around them."""
        y = self.add("Relu", self.convolution(x, inputs, width, 1))
        y = self.add("Relu", self.convolution(y, width, width, 3, stride))
        y = self.convolution(y, width, 4 * width, 1, gain=0.2)
        around = x if inputs == 4 * width and stride == 1 else self.convolution(x, inputs, 4 * width, 1, stride)
        return self.add("Relu", self.add("Add", y, around))


def model():
    network = Network()
    x = network.add("Relu", network.convolution("image", 3, 64, 7, 2))
    x = network.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    channels = 64
    for count, width, stride in BLOCKS:
        for number in range(count):
            x = network.block(x, channels, width, stride if number == 0 else 1)
            channels = 4 * width
    x = network.add("Flatten", network.add("GlobalAveragePool", x))
    weights = network.weight(channels, CLASSES, scale=channels**-0.5)
    network.nodes.append(helper.make_node("Gemm", [x, weights], ["logits"]))
    graph = helper.make_graph(
        network.nodes,
        "resnet50",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 3, 224, 224])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", CLASSES])],
        network.weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main():
    folder, images = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    created = model()
    onnx.checker.check_model(created)
    onnx.save(created, folder / "resnet50.onnx")
    pixels = np.random.RandomState(224).standard_normal((images, 3, 224, 224)).astype(np.float32)
    # Each image has its own brightness and contrast, because the network averages noise.
    pixels *= np.linspace(0.2, 2, images, dtype=np.float32)[:, None, None, None]
    pixels += np.random.RandomState(7).standard_normal((images, 3, 1, 1)).astype(np.float32)
    np.save(folder / "images.npy", pixels)


main()
