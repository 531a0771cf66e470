package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Why an instruction is not followed. */
final class Refusal {

    private Refusal() {}

    static DatasetException of(int opcode, long position) {
        return new DatasetException(
                switch (opcode) {
                    case Opcode.NEXT_BUFFER, Opcode.READONLY_BUFFER ->
                        "parts of it are kept outside of the file: write it without buffer_callback";
                    case Opcode.PERSID, Opcode.BINPERSID ->
                        "it refers to objects that are kept outside of the file, as those of PyTorch do:"
                                + " write lists or NumPy arrays";
                    case Opcode.EXT1, Opcode.EXT2, Opcode.EXT4 ->
                        "it uses copyreg's extension registry, which only its writer has";
                    case Opcode.EMPTY_SET, Opcode.ADDITEMS, Opcode.FROZENSET ->
                        "it holds a set, which has no order: make it a list";
                    case Opcode.BINSTRING, Opcode.SHORT_BINSTRING ->
                        "it holds a text of Python 2, whose encoding nobody knows: write it with Python 3";
                    case Opcode.INST, Opcode.OBJ, Opcode.NEWOBJ_EX ->
                        "it wants to make an object in a way that no data needs: refused";
                    default ->
                        "it is damaged: there is no instruction 0x%02x in protocols 2 to 5, and it stands at byte %d"
                                .formatted(opcode, position - 1);
                });
    }
}
