// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;

/** The stack machine that executes the opcodes of one pickle. It only builds data and never executes Python code. */
final class PickleMachine {

    /** The representation of a missing value: None of Python, NA and NaT of pandas. */
    static final Object NONE = new Object();

    private static final int MIN_PROTOCOL = 2;
    private static final int MAX_PROTOCOL = 5;

    private static final String OPERAND = "an operand";

    private final PickleInput input;
    private final OperandStack operands = new OperandStack();
    private final Memo memo = new Memo();

    private PickleMachine(PickleInput input) {
        this.input = input;
    }

    static boolean supports(int protocol) {
        return protocol >= MIN_PROTOCOL && protocol <= MAX_PROTOCOL;
    }

    /** Executes a pickle and returns its value. */
    static Object run(PickleInput input) throws IOException {
        if (input.unsigned1() != Opcode.PROTO) {
            throw new DatasetException(
                    "the file is not a pickle of protocol 2 to 5: write it with pickle.dump(data, file, protocol=4)");
        }
        var machine = new PickleMachine(input);
        machine.protocol();
        for (int opcode = input.unsigned1(); opcode != Opcode.STOP; opcode = input.unsigned1()) {
            machine.step(opcode);
        }
        if (!input.atEnd()) {
            throw new DatasetException("the file has more data after the end of the pickle at byte " + input.position()
                    + ": put several values into one list, or into separate files");
        }
        return machine.result();
    }

    private void step(int opcode) throws IOException {
        switch (opcode) {
            case Opcode.BININT2 -> operands.pushInteger(input.unsigned2());
            case Opcode.BININT1 -> operands.pushInteger(input.unsigned1());
            case Opcode.BININT -> operands.pushInteger(input.signed4());
            case Opcode.LONG1 -> operands.pushInteger(input.integer(input.unsigned1()));
            case Opcode.LONG4 -> operands.pushInteger(input.integer(input.signed4()));
            case Opcode.BINFLOAT -> operands.push(input.number());
            case Opcode.NONE -> operands.push(NONE);
            case Opcode.NEWTRUE -> operands.push(true);
            case Opcode.NEWFALSE -> operands.push(false);
            case Opcode.SHORT_BINUNICODE -> operands.push(input.text(input.unsigned1()));
            case Opcode.BINUNICODE -> operands.push(input.text(input.unsigned4()));
            case Opcode.BINUNICODE8 -> operands.push(input.text(input.signed8()));
            case Opcode.SHORT_BINBYTES -> operands.push(input.blob(input.unsigned1()));
            case Opcode.BINBYTES -> operands.push(input.blob(input.unsigned4()));
            case Opcode.BINBYTES8, Opcode.BYTEARRAY8 -> operands.push(input.blob(input.signed8()));
            case Opcode.MARK -> operands.mark();
            case Opcode.POP -> pop();
            case Opcode.POP_MARK -> operands.dropMarked();
            case Opcode.DUP -> operands.push(operands.top());
            case Opcode.EMPTY_TUPLE, Opcode.EMPTY_LIST -> operands.push(new PickleList());
            case Opcode.TUPLE1 -> operands.push(operands.popTuple(1));
            case Opcode.TUPLE2 -> operands.push(operands.popTuple(2));
            case Opcode.TUPLE3 -> operands.push(operands.popTuple(3));
            case Opcode.TUPLE, Opcode.LIST -> sequence();
            case Opcode.APPEND -> append();
            case Opcode.APPENDS -> operands.popMarked(belowMark(PickleList.class));
            case Opcode.EMPTY_DICT -> operands.push(new Mapping());
            case Opcode.DICT -> mapping();
            case Opcode.SETITEM -> setItem();
            case Opcode.SETITEMS -> belowMark(Mapping.class).putMarked(operands);
            case Opcode.BINGET -> memo.get(input.unsigned1(), operands);
            case Opcode.LONG_BINGET -> memo.get(input.unsigned4(), operands);
            case Opcode.BINPUT -> memo.put(input.unsigned1(), operands, input.position());
            case Opcode.LONG_BINPUT -> memo.put(input.unsigned4(), operands, input.position());
            case Opcode.MEMOIZE -> memo.append(operands, input.position());
            case Opcode.GLOBAL -> operands.push(Global.find(input.line(), input.line()));
            case Opcode.STACK_GLOBAL -> stackGlobal();
            case Opcode.REDUCE, Opcode.NEWOBJ -> call();
            case Opcode.BUILD -> build();
            case Opcode.PROTO -> protocol();
            case Opcode.FRAME -> input.signed8();
            default -> throw Opcode.refusal(opcode, input.position());
        }
    }

    private void protocol() throws IOException {
        int protocol = input.unsigned1();
        if (!supports(protocol)) {
            throw new DatasetException("the file is a pickle of protocol " + protocol
                    + "; the supported protocols are 2 to 5: write it with protocol=4");
        }
    }

    private Object result() throws DatasetException {
        Object result = operands.pop();
        if (operands.size() > 0) {
            throw new DatasetException("the pickle is damaged: values are left on the stack at the end");
        }
        return result;
    }

    /** Pops the value or the mark on top of the stack, as Python does. */
    private void pop() throws DatasetException {
        if (operands.countAboveMark() == 0) {
            operands.dropMarked();
        } else {
            operands.drop(1);
        }
    }

    private void sequence() throws DatasetException {
        PickleList sequence = new PickleList();
        operands.popMarked(sequence);
        operands.push(sequence);
    }

    private void mapping() throws DatasetException {
        Mapping mapping = new Mapping();
        mapping.putMarked(operands);
        operands.push(mapping);
    }

    private void append() throws DatasetException {
        Object value = operands.pop();
        PickleChecks.requireType(PickleList.class, operands.top(), OPERAND).add(value);
    }

    private void setItem() throws DatasetException {
        Object value = operands.pop();
        Object key = operands.pop();
        PickleChecks.requireType(Mapping.class, operands.top(), OPERAND).put(key, value);
    }

    private void stackGlobal() throws DatasetException {
        String name = PickleChecks.requireType(String.class, operands.pop(), OPERAND);
        String module = PickleChecks.requireType(String.class, operands.pop(), OPERAND);
        operands.push(Global.find(module, name));
    }

    private void call() throws DatasetException {
        PickleList arguments = PickleChecks.requireType(PickleList.class, operands.pop(), OPERAND);
        Object callee = operands.pop();
        Object called = callee instanceof Instance partial ? PickleFunctions.ofPartial(partial) : callee;
        operands.push(PickleChecks.requireType(Global.class, called, OPERAND).make(arguments));
    }

    private void build() throws DatasetException {
        Object state = operands.pop();
        PickleChecks.requireType(Buildable.class, operands.top(), OPERAND).build(state);
    }

    private <T> T belowMark(Class<T> type) throws DatasetException {
        return PickleChecks.requireType(type, operands.belowMark(), OPERAND);
    }

    /** The memo: values that the pickle stores under an index to refer to them again later. */
    private static final class Memo {

        private final ValueArray values = new ValueArray();
        private int count;

        /**
         * Stores the top value.
         *
         * @param position the number of bytes read so far. The index must be smaller than this number, because each stored value takes at
         *     least one byte.
         */
        void put(long index, OperandStack operands, long position) throws DatasetException {
            if (index < 0 || index >= Math.min(position, Integer.MAX_VALUE)) {
                throw new DatasetException(
                        "the pickle is damaged: it stores memo index " + index + " after only " + position + " bytes");
            }
            count += values.has((int) index) ? 0 : 1;
            operands.copyTop(values, (int) index);
        }

        /** Stores the top value under the next free index. */
        void append(OperandStack operands, long position) throws DatasetException {
            put(count, operands, position);
        }

        void get(long index, OperandStack operands) throws DatasetException {
            if (index < 0 || index > Integer.MAX_VALUE || !values.has((int) index)) {
                throw new DatasetException(
                        "the pickle is damaged: it refers to memo index " + index + ", which does not exist");
            }
            operands.push(values, (int) index);
        }
    }

    /** A value that is created first and receives its state later, by the opcode BUILD. */
    interface Buildable {

        void build(Object state) throws DatasetException;
    }
}
