package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** A DuckDB of its own, in memory, that never installs or loads an extension and so knows no network. For one thread; who opens it closes it. */
final class Database implements AutoCloseable {

    private final DuckDBConnection connection;
    private final List<DuckDBConnection> others = new ArrayList<>();
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
        execute(connection, sql);
    }

    private static void execute(DuckDBConnection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of an answer while DuckDB still computes them; the next query or statement ends it. */
    ResultSet query(String sql) throws SQLException {
        return query(connection, sql);
    }

    /** The same for one that goes on while others are read. */
    ResultSet queryBeside(String sql) throws SQLException {
        DuckDBConnection another = connection.duplicate();
        others.add(another);
        return query(another, sql);
    }

    private static ResultSet query(DuckDBConnection connection, String sql) throws SQLException {
        Statement statement = connection.createStatement();
        try {
            statement.closeOnCompletion();
            return statement.executeQuery(sql);
        } catch (SQLException e) {
            statement.close();
            throw reasonOf(connection, e, sql);
        }
    }

    /** The driver loses the reason when an answer that is handed over in parts fails in the first of them; a whole one has it. */
    private static SQLException reasonOf(DuckDBConnection connection, SQLException failure, String sql) {
        if (SqlError.message(failure).endsWith("Invalid result set")) {
            try {
                execute(connection, "CREATE TEMP TABLE failed AS " + sql);
            } catch (SQLException e) {
                return e;
            }
        }
        return failure;
    }

    DuckDBAppender appender(String table) throws SQLException {
        return connection.createAppender(table);
    }

    @Override
    public void close() throws SQLException {
        try {
            for (DuckDBConnection each : others) {
                each.close();
            }
            connection.close();
        } finally {
            spill.delete();
        }
    }
}
