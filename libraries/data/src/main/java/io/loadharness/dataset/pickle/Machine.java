package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;

/** Follows the instructions of one pickle. It builds values, and has no way to do anything else. */
final class Machine {

    private static final int FIRST_PROTOCOL = 2;
    private static final int LAST_PROTOCOL = 5;

    private static final String STEP = "what an instruction works on";

    private final PickleInput input;
    private final Operands operands = new Operands();
    private final Memo memo = new Memo();

    private Machine(PickleInput input) {
        this.input = input;
    }

    static boolean knows(int protocol) {
        return protocol >= FIRST_PROTOCOL && protocol <= LAST_PROTOCOL;
    }

    /** The value that the pickle holds. */
    static Object run(PickleInput input) throws IOException {
        if (input.unsigned1() != Opcode.PROTO) {
            throw new DatasetException(
                    "it is no pickle of protocol 2 to 5: write it with pickle.dump(data, file, protocol=4)");
        }
        var machine = new Machine(input);
        machine.protocol();
        for (int opcode = input.unsigned1(); opcode != Opcode.STOP; opcode = input.unsigned1()) {
            machine.step(opcode);
        }
        if (!input.atEnd()) {
            throw new DatasetException("after its end at byte " + input.position()
                    + " there is more: put several pickles into one list, or into files of their own");
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
            case Opcode.NONE -> operands.push(None.NONE);
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
            case Opcode.EMPTY_TUPLE, Opcode.EMPTY_LIST -> operands.push(new Sequence());
            case Opcode.TUPLE1 -> operands.push(operands.popTuple(1));
            case Opcode.TUPLE2 -> operands.push(operands.popTuple(2));
            case Opcode.TUPLE3 -> operands.push(operands.popTuple(3));
            case Opcode.TUPLE, Opcode.LIST -> sequence();
            case Opcode.APPEND -> append();
            case Opcode.APPENDS -> operands.popMarked(below(Sequence.class));
            case Opcode.EMPTY_DICT -> operands.push(new Mapping());
            case Opcode.DICT -> mapping();
            case Opcode.SETITEM -> setItem();
            case Opcode.SETITEMS -> below(Mapping.class).putMarked(operands);
            case Opcode.BINGET -> memo.get(input.unsigned1(), operands);
            case Opcode.LONG_BINGET -> memo.get(input.unsigned4(), operands);
            case Opcode.BINPUT -> memo.put(input.unsigned1(), operands, input.position());
            case Opcode.LONG_BINPUT -> memo.put(input.unsigned4(), operands, input.position());
            case Opcode.MEMOIZE -> memo.append(operands, input.position());
            case Opcode.GLOBAL -> operands.push(Globals.find(input.line(), input.line()));
            case Opcode.STACK_GLOBAL -> stackGlobal();
            case Opcode.REDUCE, Opcode.NEWOBJ -> make();
            case Opcode.BUILD -> build();
            case Opcode.PROTO -> protocol();
            case Opcode.FRAME -> input.signed8();
            default -> throw Refusal.of(opcode, input.position());
        }
    }

    private void protocol() throws IOException {
        int protocol = input.unsigned1();
        if (!knows(protocol)) {
            throw new DatasetException("it is a pickle of protocol " + protocol
                    + ", and those of 2 to 5 are read: write it with protocol=4");
        }
    }

    private Object result() throws DatasetException {
        Object result = operands.pop();
        if (operands.size() > 0) {
            throw new DatasetException("it is damaged: it ends with values that belong to nothing");
        }
        return result;
    }

    /** As in Python, a mark right on top is taken like a value. */
    private void pop() throws DatasetException {
        if (operands.marked() == 0) {
            operands.dropMarked();
        } else {
            operands.drop(1);
        }
    }

    private void sequence() throws DatasetException {
        Sequence sequence = new Sequence();
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
        Expect.type(Sequence.class, operands.top(), STEP).add(value);
    }

    private void setItem() throws DatasetException {
        Object value = operands.pop();
        Object key = operands.pop();
        Expect.type(Mapping.class, operands.top(), STEP).put(key, value);
    }

    private void stackGlobal() throws DatasetException {
        String name = Expect.type(String.class, operands.pop(), STEP);
        String module = Expect.type(String.class, operands.pop(), STEP);
        operands.push(Globals.find(module, name));
    }

    private void make() throws DatasetException {
        Sequence arguments = Expect.type(Sequence.class, operands.pop(), STEP);
        Global maker = Expect.type(Global.class, operands.pop(), STEP);
        operands.push(maker.make(arguments));
    }

    private void build() throws DatasetException {
        Object state = operands.pop();
        Expect.type(Buildable.class, operands.top(), STEP).build(state);
    }

    private <T> T below(Class<T> type) throws DatasetException {
        return Expect.type(type, operands.belowMark(), STEP);
    }
}
