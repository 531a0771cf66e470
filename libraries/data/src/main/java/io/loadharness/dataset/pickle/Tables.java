package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.List;

/** Tells what table a pickle holds. */
final class Tables {

    private Tables() {}

    static Table of(Object value) throws DatasetException {
        if (value instanceof Instance frame && frame.is("DataFrame")) {
            return Frames.table(frame);
        } else if (value instanceof Instance series && series.is("Series")) {
            Object name = series.attribute("_name", "name");
            Column column = ArrayLike.of(series);
            return single(name instanceof String given ? given : usualName(column), column, true);
        } else if (value instanceof Mapping columns) {
            return columns(columns);
        } else if (value instanceof Sequence rows && rows.length() > 0 && rows.get(0) instanceof Mapping) {
            return new RecordTable(rows);
        } else if (value instanceof Sequence || (value instanceof NdArray array && array.dimensions() > 0)) {
            Column column = ArrayLike.of(value);
            return single(usualName(column), column, false);
        }
        throw new DatasetException("it holds " + Kind.of(value)
                + ", and no table: write a DataFrame, a dictionary of columns, a list of dictionaries, or an array");
    }

    /** What a column is called to which nobody gave a name. */
    private static String usualName(Column column) throws DatasetException {
        Object first = column.length() == 0 ? None.NONE : column.get(0);
        if (first instanceof String) {
            return "input";
        }
        return first instanceof Sequence || first instanceof NdArray ? "input_ids" : "value";
    }

    private static Table single(String name, Column column, boolean nanIsMissing) {
        return new ColumnTable(List.of(name), List.of(column), nanIsMissing);
    }

    private static Table columns(Mapping values) throws DatasetException {
        List<String> names = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String name = values.name(i);
            Object value = values.value(i);
            if (!(value instanceof Column || value instanceof Instance)) {
                throw new DatasetException("its key " + Quoted.of(name) + " has " + Kind.of(value)
                        + ", and a dictionary that is a table has lists or arrays only");
            }
            names.add(name);
            columns.add(ArrayLike.of(value));
        }
        return new ColumnTable(names, columns, false);
    }
}
