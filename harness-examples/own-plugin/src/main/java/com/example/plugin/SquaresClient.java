// SPDX-License-Identifier: Apache-2.0
package com.example.plugin;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.benchmark.BenchmarkClient;
import java.nio.ByteBuffer;
import java.util.Map;

/** A benchmark client plug-in. It provides a system under test that squares numbers, and the samples to square. */
public final class SquaresClient implements BenchmarkClient {

    private QuerySampleLibrary numbers;
    private SystemUnderTest squares;

    @Override
    public String name() {
        return "squares";
    }

    @Override
    public void initialize(Map<String, String> options) {
        String count = options.getOrDefault("count", "1024");
        if (!count.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("--client-option count must be a positive number: got " + count);
        }
        numbers = QuerySampleLibrary.ofSize("numbers", Integer.parseInt(count));
        squares = new Squares();
    }

    @Override
    public SystemUnderTest systemUnderTest() {
        return squares;
    }

    @Override
    public QuerySampleLibrary library() {
        return numbers;
    }

    @Override
    public void close() {
        squares.close();
    }

    private static final class Squares extends SystemUnderTest {

        Squares() {
            super("squares");
        }

        @Override
        public void issueQuery(Query query) {
            for (QuerySample sample : query) {
                long x = sample.index();
                sample.complete(ByteBuffer.allocate(8).putLong(x * x).flip());
            }
        }
    }
}
