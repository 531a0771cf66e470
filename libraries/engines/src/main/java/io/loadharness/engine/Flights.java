// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The requests in flight by id. The lower half of an id is a position in a table, the upper half counts the uses of the position. A lookup
 * therefore needs neither a lock nor an object, and recognizes ids that were never used. Thread-safe.
 */
final class Flights {

    private static final int INITIAL_CAPACITY = 256;

    private volatile AtomicReferenceArray<@Nullable Flight> table = new AtomicReferenceArray<>(INITIAL_CAPACITY);
    private int[] uses = new int[INITIAL_CAPACITY];
    private int[] free = new int[INITIAL_CAPACITY];
    private int freeCount;
    private int next;
    private int size;

    /** Adds a request and sets its id. */
    synchronized void add(Flight flight) {
        int position = freeCount > 0 ? free[--freeCount] : next++;
        if (position == table.length()) {
            grow(2 * position);
        }
        uses[position]++;
        flight.id = (long) uses[position] << 32 | position;
        table.set(position, flight);
        size++;
    }

    private void grow(int capacity) {
        AtomicReferenceArray<@Nullable Flight> larger = new AtomicReferenceArray<>(capacity);
        for (int i = 0; i < table.length(); i++) {
            larger.set(i, table.get(i));
        }
        uses = Arrays.copyOf(uses, capacity);
        free = Arrays.copyOf(free, capacity);
        table = larger;
    }

    /** Returns a request in flight, or null. */
    @Nullable
    Flight get(long id) {
        AtomicReferenceArray<@Nullable Flight> now = table;
        int position = (int) id;
        Flight flight = position >= 0 && position < now.length() ? now.get(position) : null;
        return flight != null && flight.id == id ? flight : null;
    }

    /** Returns true if the id belongs to a request that has ended. */
    synchronized boolean wasUsed(long id) {
        int position = (int) id;
        int use = (int) (id >>> 32);
        return position >= 0 && position < next && use > 0 && use <= uses[position];
    }

    synchronized void remove(Flight flight) {
        int position = (int) flight.id;
        if (table.get(position) == flight) {
            table.set(position, null);
            free[freeCount++] = position;
            size--;
        }
    }

    /** Returns the requests in flight. */
    synchronized List<Flight> all() {
        List<Flight> all = new ArrayList<>(size);
        for (int i = 0; i < next; i++) {
            Flight each = table.get(i);
            if (each != null) {
                all.add(each);
            }
        }
        return all;
    }

    synchronized int size() {
        return size;
    }
}
