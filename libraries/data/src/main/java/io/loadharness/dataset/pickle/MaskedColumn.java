package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Numbers or truth values, and where there are none. */
final class MaskedColumn implements Column {

    private final Column values;
    private final Column missing;

    MaskedColumn(Column values, Column missing) throws DatasetException {
        if (values.length() != missing.length()) {
            throw new DatasetException(
                    "it is damaged: a column of " + values.length() + " values has a mask for " + missing.length());
        }
        this.values = values;
        this.missing = missing;
    }

    @Override
    public int length() {
        return values.length();
    }

    @Override
    public Object get(int row) throws DatasetException {
        return Boolean.TRUE.equals(missing.get(row)) ? None.NONE : values.get(row);
    }
}
