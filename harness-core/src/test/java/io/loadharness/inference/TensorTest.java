// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TensorTest {

    private static final long[] TWO_BY_THREE = {2, 3};

    @Test
    void dataIsAViewInNativeOrder() {
        ByteBuffer data = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
        data.putFloat(4, 1.5f);

        Tensor tensor = new Tensor("x", Tensor.Type.FLOAT32, TWO_BY_THREE, data);

        assertThat(tensor.data().getFloat(4)).isEqualTo(1.5f);
        assertThat(tensor.data().isDirect()).isTrue();
        assertThat(tensor.bytes()).isEqualTo(24);
        assertThat(tensor.description()).isEqualTo("float32[2, 3]");
        assertThatThrownBy(() -> tensor.data().put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
        tensor.data().position(8);
        assertThat(tensor.data().position()).isZero();
    }

    @Test
    void elementsAreCopiedToAnIndex() {
        ByteBuffer data =
                ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 9}).position(1).limit(4);
        Tensor tensor = new Tensor("x", Tensor.Type.INT8, new long[] {3}, data);
        ByteBuffer target = ByteBuffer.allocateDirect(6).position(5);

        tensor.copyTo(target, 0);
        tensor.copyTo(target, 3);

        assertThat(target.position()).isEqualTo(5);
        byte[] copied = new byte[6];
        target.get(0, copied);
        assertThat(copied).containsExactly(1, 2, 3, 1, 2, 3);
        assertThatThrownBy(() -> tensor.copyTo(target, 4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void sizeOfTheDataMustMatchTheShape() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tensor("x", Tensor.Type.INT64, TWO_BY_THREE, ByteBuffer.allocate(24)))
                .withMessage("the tensor 'x' of int64[2, 3] needs 48 bytes, but has 24");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tensor("x", Tensor.Type.BOOL, new long[] {-1}, ByteBuffer.allocate(1)))
                .withMessageContaining("must not be negative");
    }

    @Test
    void typesHaveTheNamesOfNumPy() {
        assertThat(Tensor.Type.named("float16")).hasValue(Tensor.Type.FLOAT16);
        assertThat(Tensor.Type.named("FLOAT16")).isEmpty();
        assertThat(Tensor.Type.values()).allSatisfy(each -> assertThat(Tensor.Type.named(each.toString()))
                .hasValue(each));
    }

    @Test
    void lengthOfAPromptIsInBytes() {
        Tensor one = new Tensor("x", Tensor.Type.BOOL, new long[0], ByteBuffer.allocate(1));

        assertThat(new Prompt.Tensors(List.of(one, one)).length()).isEqualTo(2);
        assertThatIllegalArgumentException().isThrownBy(() -> new Prompt.Tensors(List.of()));
    }
}
