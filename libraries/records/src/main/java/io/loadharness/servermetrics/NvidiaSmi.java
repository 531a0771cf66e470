// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * NVIDIA's devices of this machine, by {@code nvidia-smi}, which runs all the time and prints a row for each of them again and again: to start it
 * for each question would cost more than the question is worth. Its owner closes it.
 */
final class NvidiaSmi implements Probe {

    static final String PROGRAM = "nvidia-smi";

    private static final List<ServerMetric> MEASURED =
            List.of(ServerMetric.GPU_USE, ServerMetric.GPU_MEMORY, ServerMetric.GPU_POWER);
    private static final String QUERY = "--query-gpu=count,index,utilization.gpu,memory.used,power.draw";
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration SLOWEST = Duration.ofSeconds(1);
    private static final int MOST_ROUNDS = 16;
    private static final int MOST_SHOWN = 100;

    /** All devices once, or why there is nothing. */
    private record Round(
            long nanos, List<Reading> readings, @Nullable String complaint) {}

    private final Path program;
    private final Duration interval;
    private final BlockingQueue<Round> rounds = new LinkedBlockingQueue<>(MOST_ROUNDS);
    private volatile @Nullable Process process;
    private volatile @Nullable String end;

    /** Starts nothing before it is asked. */
    NvidiaSmi(Path program, Duration interval) {
        this.program = program;
        this.interval = interval.compareTo(SLOWEST) < 0 ? interval : SLOWEST;
    }

    /** Where the program is, by a list of folders as {@code PATH} has it; empty if in none of them. */
    static Optional<Path> find(String path) {
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, PROGRAM))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private void start() throws IOException {
        Process started = new ProcessBuilder(
                        program.toString(),
                        QUERY,
                        "--format=csv,noheader,nounits",
                        "--loop-ms=" + Math.max(1, interval.toMillis()))
                .redirectErrorStream(true)
                .start();
        process = started;
        started.getOutputStream().close();
        Thread reader = new Thread(() -> read(started), "loadharness-nvidia-smi");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Process started) {
        String why;
        try (BufferedReader lines = started.inputReader(StandardCharsets.UTF_8)) {
            Map<String, List<Reading>> devices = new LinkedHashMap<>();
            String complaint = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                complaint = take(line, devices) ? "" : ", after it printed " + shown(line);
            }
            why = PROGRAM + " ended with exit code " + started.waitFor() + complaint;
        } catch (IOException | InterruptedException e) {
            why = PROGRAM + " cannot be read: " + e.getMessage();
        }
        end = why;
        tell(new Round(System.nanoTime(), List.of(), why));
    }

    /** Whether this is the row of a device. */
    private boolean take(String line, Map<String, List<Reading>> devices) {
        String[] cells = line.split(",", -1);
        long count = cells.length == MEASURED.size() + 2 ? integer(cells[0]) : 0;
        if (count < 1 || integer(cells[1]) < 0) {
            tell(new Round(System.nanoTime(), List.of(), PROGRAM + " printed " + shown(line)));
            return false;
        }
        devices.put(cells[1].strip(), readings(cells));
        if (devices.size() == count) {
            tell(new Round(
                    System.nanoTime(),
                    devices.values().stream().flatMap(List::stream).toList(),
                    null));
            devices.clear();
        }
        return true;
    }

    private static String shown(String line) {
        String plain = line.strip();
        return "'" + plain.substring(0, Math.min(MOST_SHOWN, plain.length())) + "'";
    }

    private static long integer(String cell) {
        String digits = cell.strip();
        return digits.matches("\\d{1,9}") ? Long.parseLong(digits) : -1;
    }

    /** Without what a device cannot tell, which stands there in words. */
    private static List<Reading> readings(String[] cells) {
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < MEASURED.size(); i++) {
            ServerMetric metric = MEASURED.get(i);
            try {
                readings.add(Reading.of(
                        metric.names().get(0),
                        Map.of("gpu", cells[1].strip()),
                        metric.kind(),
                        SampleLine.number(cells[i + 2].strip())));
            } catch (ScrapeException inWords) {
                // the other numbers of the row hold
            }
        }
        return readings;
    }

    /** Of what nobody asked for, the oldest is dropped. */
    private void tell(Round round) {
        while (!rounds.offer(round)) {
            rounds.poll();
        }
    }

    @Override
    public String name() {
        return PROGRAM;
    }

    @Override
    public String endpoint() {
        return "";
    }

    @Override
    public Said ask() throws IOException {
        if (process == null) {
            start();
        }
        Round round = latest();
        if (round == null) {
            throw new ScrapeException(end != null ? end : PROGRAM + " printed nothing for " + LIMIT.toSeconds() + " s");
        }
        if (round.complaint != null) {
            throw new ScrapeException(round.complaint);
        }
        return new Said(round.nanos, round.readings);
    }

    private Round latest() throws IOException {
        try {
            Round first = end != null ? rounds.poll() : rounds.poll(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
            List<Round> newer = new ArrayList<>();
            rounds.drainTo(newer);
            return newer.isEmpty() ? first : newer.get(newer.size() - 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScrapeException("interrupted while " + PROGRAM + " was waited for", e);
        }
    }

    /** Ends the program. */
    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
