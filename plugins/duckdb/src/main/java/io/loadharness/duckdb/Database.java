// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBPreparedStatement;

/** A DuckDB of its own, in memory, that never installs or loads an extension and so knows no network. For one thread; who opens it closes it. */
final class Database implements AutoCloseable {

    @FunctionalInterface
    private interface Closing {
        void close() throws SQLException;
    }

    private final DuckDBConnection connection;
    private final Deque<Closing> beside = new ArrayDeque<>();
    private final SpillFolder spill = new SpillFolder();

    private Database(DuckDBConnection connection) {
        this.connection = connection;
    }

    static Database open() throws SQLException, DatasetException {
        var database = new Database(connect());
        try {
            database.execute("SET memory_limit = '50%'");
            database.execute("SET temp_directory = ''");
            database.execute("SET TimeZone = 'UTC'");
        } catch (SQLException e) {
            database.close();
            throw e;
        }
        return database;
    }

    private static DuckDBConnection connect() throws SQLException, DatasetException {
        var settings = new Properties();
        settings.setProperty("threads", String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("allow_community_extensions", "false");
        settings.setProperty("allow_persistent_secrets", "false");
        settings.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        try {
            return new DuckDBDriver().connect("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
        } catch (LinkageError e) {
            throw DatasetException.of("DuckDB cannot be loaded: " + rootOf(e));
        }
    }

    private static String rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    /** Lets tables that are larger than the memory go on in a folder of their own, which goes with this. */
    void spillOver() throws SQLException {
        execute("SET temp_directory = " + Sql.text(spill.path().toString()));
    }

    /** From here on, statements reach no file but this one, and no setting can be changed. */
    void allowOnly(String file) throws SQLException {
        execute("SET allowed_paths = [" + Sql.text(file) + "]");
        lock();
    }

    /** From here on, statements reach no file, and no setting can be changed. */
    void lock() throws SQLException {
        execute("SET enable_external_access = false");
        execute("SET lock_configuration = true");
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of an answer while DuckDB still computes them; the next query or statement ends it. */
    ResultSet query(String sql) throws SQLException {
        Statement statement = connection.createStatement();
        try {
            statement.closeOnCompletion();
            return statement.executeQuery(sql);
        } catch (SQLException e) {
            statement.close();
            throw SqlError.message(e).endsWith("Invalid result set") ? failureOf(sql, e) : e;
        }
    }

    /**
     * The same for one that goes on while others are read, and that is read by columns. Its driver does not say why such an answer ends:
     * where it ends too early, {@link #failureOf} knows.
     */
    DuckDBChunkedResult queryBeside(String sql) throws SQLException {
        DuckDBConnection another = connection.duplicate();
        beside.push(another::close);
        var statement = (DuckDBPreparedStatement) another.prepareStatement(sql);
        beside.push(statement::close);
        DuckDBChunkedResult result = statement.query();
        beside.push(result::close);
        return result;
    }

    /** Why a query fails, which the driver loses when an answer that is handed over in parts fails; a whole one has it. */
    SQLException failureOf(String sql, SQLException otherwise) {
        try {
            execute("CREATE TEMP TABLE failed AS " + sql);
        } catch (SQLException e) {
            return e;
        }
        return otherwise;
    }

    DuckDBAppender appender(String table) throws SQLException {
        return connection.createAppender(table);
    }

    @Override
    public void close() throws SQLException {
        try {
            while (!beside.isEmpty()) {
                beside.pop().close();
            }
            connection.close();
        } finally {
            spill.delete();
        }
    }
}
