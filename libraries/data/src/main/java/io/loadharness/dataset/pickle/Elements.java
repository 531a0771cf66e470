package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** What an array holds, one element behind the other. */
abstract class Elements {

    static final Elements NO_ELEMENTS = new ObjectElements(new Sequence());

    abstract ElementType type();

    abstract Object get(long index) throws DatasetException;

    /** Some as whole numbers of 32 bits, {@code stride} apart; null if they are not. */
    int[] ints(long from, long stride, int count) throws DatasetException {
        return null;
    }

    void release(long index) {}

    /**
     * Takes the content of an array.
     *
     * @param count how many elements its shape has room for
     */
    static Elements of(ElementType type, long count, Object content) throws DatasetException {
        if (type.isObject()) {
            Sequence objects = Expect.type(Sequence.class, content, "the content of an array of objects");
            check(count, objects.length(), type);
            return new ObjectElements(objects);
        }
        Blob bytes = Expect.type(Blob.class, content, "the content of an array");
        check(Math.multiplyHigh(count, type.size()) == 0 ? count * type.size() : Long.MAX_VALUE, bytes.length(), type);
        return new PackedElements(type, bytes);
    }

    private static void check(long expected, long found, ElementType type) throws DatasetException {
        if (expected != found) {
            throw new DatasetException("it is damaged: the shape of an array of " + type + " does not fit its content");
        }
    }

    private static final class ObjectElements extends Elements {

        private static final ElementType OBJECT = new ElementType(ElementType.OBJECT, Long.BYTES, false, "");

        private final Sequence objects;

        ObjectElements(Sequence objects) {
            this.objects = objects;
        }

        @Override
        ElementType type() {
            return OBJECT;
        }

        @Override
        Object get(long index) throws DatasetException {
            return objects.get((int) index);
        }

        @Override
        void release(long index) {
            objects.release((int) index);
        }
    }
}
