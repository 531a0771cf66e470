// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** The opcodes of pickles, named as in the Python module {@code pickletools}, and the errors for those that are not supported. */
final class Opcode {

    static final int MARK = '(';
    static final int STOP = '.';
    static final int POP = '0';
    static final int POP_MARK = '1';
    static final int DUP = '2';

    static final int NONE = 'N';
    static final int NEWTRUE = 0x88;
    static final int NEWFALSE = 0x89;
    static final int BININT = 'J';
    static final int BININT1 = 'K';
    static final int BININT2 = 'M';
    static final int LONG1 = 0x8a;
    static final int LONG4 = 0x8b;
    static final int BINFLOAT = 'G';

    static final int BINSTRING = 'T';
    static final int SHORT_BINSTRING = 'U';
    static final int BINUNICODE = 'X';
    static final int SHORT_BINUNICODE = 0x8c;
    static final int BINUNICODE8 = 0x8d;
    static final int BINBYTES = 'B';
    static final int SHORT_BINBYTES = 'C';
    static final int BINBYTES8 = 0x8e;
    static final int BYTEARRAY8 = 0x96;
    static final int NEXT_BUFFER = 0x97;
    static final int READONLY_BUFFER = 0x98;

    static final int EMPTY_LIST = ']';
    static final int APPEND = 'a';
    static final int APPENDS = 'e';
    static final int LIST = 'l';
    static final int EMPTY_TUPLE = ')';
    static final int TUPLE = 't';
    static final int TUPLE1 = 0x85;
    static final int TUPLE2 = 0x86;
    static final int TUPLE3 = 0x87;
    static final int EMPTY_DICT = '}';
    static final int DICT = 'd';
    static final int SETITEM = 's';
    static final int SETITEMS = 'u';
    static final int EMPTY_SET = 0x8f;
    static final int ADDITEMS = 0x90;
    static final int FROZENSET = 0x91;

    static final int BINGET = 'h';
    static final int LONG_BINGET = 'j';
    static final int BINPUT = 'q';
    static final int LONG_BINPUT = 'r';
    static final int MEMOIZE = 0x94;

    static final int GLOBAL = 'c';
    static final int STACK_GLOBAL = 0x93;
    static final int REDUCE = 'R';
    static final int BUILD = 'b';
    static final int NEWOBJ = 0x81;
    static final int NEWOBJ_EX = 0x92;
    static final int INST = 'i';
    static final int OBJ = 'o';
    static final int EXT1 = 0x82;
    static final int EXT2 = 0x83;
    static final int EXT4 = 0x84;
    static final int PERSID = 'P';
    static final int BINPERSID = 'Q';

    static final int PROTO = 0x80;
    static final int FRAME = 0x95;

    private Opcode() {}

    /** Returns the error for an opcode that is not supported. */
    static DatasetException refusal(int opcode, long position) {
        return new DatasetException(
                switch (opcode) {
                    case NEXT_BUFFER, READONLY_BUFFER ->
                        "parts of the pickle are outside the file: write it without buffer_callback";
                    case PERSID, BINPERSID ->
                        "the pickle refers to objects outside the file, as PyTorch does: write lists or NumPy arrays";
                    case EXT1, EXT2, EXT4 ->
                        "the pickle uses copyreg's extension registry, which only the program that wrote the pickle has";
                    case EMPTY_SET, ADDITEMS, FROZENSET ->
                        "the pickle holds a set, which has no order: convert it to a list";
                    case BINSTRING, SHORT_BINSTRING ->
                        "the pickle holds a Python 2 string, whose encoding is unknown: write it with Python 3";
                    case INST, OBJ, NEWOBJ_EX ->
                        "the pickle creates objects by INST, OBJ or NEWOBJ_EX, which are not allowed: write it with protocol=4";
                    default ->
                        "the pickle is damaged: the opcode 0x%02x at byte %d does not exist in protocols 2 to 5"
                                .formatted(opcode, position - 1);
                });
    }
}
