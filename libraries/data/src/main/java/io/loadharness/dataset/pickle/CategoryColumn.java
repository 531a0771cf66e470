package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Values that are numbered, and the number of each row; -1 for none. */
final class CategoryColumn implements Column {

    private final Column codes;
    private final Column categories;

    CategoryColumn(Column codes, Column categories) {
        this.codes = codes;
        this.categories = categories;
    }

    @Override
    public int length() {
        return codes.length();
    }

    @Override
    public Object get(int row) throws DatasetException {
        int code = Expect.integer(codes.get(row), -1, categories.length() - 1, "the number of a category");
        return code < 0 ? None.NONE : categories.get(code);
    }
}
