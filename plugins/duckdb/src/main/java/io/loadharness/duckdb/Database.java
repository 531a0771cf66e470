// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.internal.ErrorText;
import io.loadharness.internal.FileErrors;
import io.loadharness.internal.LibraryFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
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

/**
 * A DuckDB database in memory. It has no network access, because it never installs or loads extensions. Not thread-safe; the caller that
 * opens the database must close it.
 */
final class Database implements AutoCloseable {

    @FunctionalInterface
    private interface Resource {
        void close() throws SQLException;
    }

    private static final String LIBRARY = "libduckdb_java.so_linux_amd64";

    private final DuckDBConnection connection;
    private final Deque<Resource> resources = new ArrayDeque<>();
    private final SpillFolder spill = new SpillFolder();

    private Database(DuckDBConnection connection) {
        this.connection = connection;
    }

    /** Opens a database that uses at most half of the machine's memory, converts timestamps to UTC, and does not spill to disk. */
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
            loadPackedLibrary();
            return new DuckDBDriver().connect("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
        } catch (LinkageError e) {
            Throwable root = rootOf(e);
            throw root instanceof IOException file && !(file instanceof FileNotFoundException)
                    ? notUnpacked(file)
                    : DatasetException.of("DuckDB cannot be loaded: " + ErrorText.of(root));
        } catch (IOException e) {
            throw notUnpacked(e);
        }
    }

    private static DatasetException notUnpacked(IOException e) {
        return DatasetException.of("DuckDB cannot be unpacked: " + FileErrors.inTemporaryFolder(e));
    }

    /** Loads DuckDB if its jar contains it compressed. DuckDB then loads an empty library, which the archive puts in its place. */
    private static void loadPackedLibrary() throws IOException {
        Path unpacked = LibraryFiles.unpacked("duckdb", DuckDBDriver.class.getClassLoader(), LIBRARY);
        if (unpacked != null) {
            System.load(unpacked.toString());
        }
    }

    private static Throwable rootOf(Throwable failure) {
        return failure.getCause() == null ? failure : rootOf(failure.getCause());
    }

    /** Allows tables that exceed the memory limit to spill to a temporary folder, which {@link #close} deletes. */
    void enableSpilling() throws SQLException, DatasetException {
        Path folder;
        try {
            folder = spill.path();
        } catch (IOException e) {
            throw DatasetException.of("a temporary folder cannot be created in " + System.getProperty("java.io.tmpdir")
                    + ": set another one with -Djava.io.tmpdir");
        }
        execute("SET temp_directory = " + Sql.text(folder.toString()));
    }

    /** Locks the database. Later statements can access only this file, and cannot change settings. */
    void allowOnly(String file) throws SQLException {
        execute("SET allowed_paths = [" + Sql.text(file) + "]");
        lock();
    }

    /** Locks the database. Later statements can access only the files that were allowed before, and cannot change settings. */
    void lock() throws SQLException {
        execute("SET enable_external_access = false");
        execute("SET lock_configuration = true");
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Runs a query and returns a result that reads the rows while DuckDB computes them. The result is valid only until the next query or
     * statement on this database.
     */
    ResultSet query(String sql) throws SQLException {
        Statement statement = connection.createStatement();
        try {
            statement.closeOnCompletion();
            return statement.executeQuery(sql);
        } catch (SQLException e) {
            statement.close();
            throw ErrorText.of(e).endsWith("Invalid result set") ? findError(sql, e) : e;
        }
    }

    /**
     * Runs a query on a separate connection, so that its result stays open during other queries. The caller reads the result column by
     * column. If the query fails while the caller reads, the driver ends the result early without an error; {@link #findError} then finds
     * the error.
     */
    DuckDBChunkedResult queryChunked(String sql) throws SQLException {
        DuckDBConnection separate = connection.duplicate();
        resources.push(separate::close);
        var statement = (DuckDBPreparedStatement) separate.prepareStatement(sql);
        resources.push(statement::close);
        DuckDBChunkedResult result = statement.query();
        resources.push(result::close);
        return result;
    }

    /**
     * Runs a failed query again to find its error. The driver does not report errors of streamed results, so this method stores the
     * complete result in a table.
     *
     * @param fallback the error to return if the query succeeds this time
     */
    SQLException findError(String sql, SQLException fallback) {
        try {
            execute("CREATE TEMP TABLE failed AS " + sql);
        } catch (SQLException e) {
            return e;
        }
        return fallback;
    }

    DuckDBAppender appender(String table) throws SQLException {
        return connection.createAppender(table);
    }

    @Override
    public void close() throws SQLException {
        try {
            while (!resources.isEmpty()) {
                resources.pop().close();
            }
            connection.close();
        } finally {
            spill.delete();
        }
    }
}
