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
 * Reads metrics of the NVIDIA GPUs of this machine from {@code nvidia-smi}. The program keeps running and prints one row per device at each
 * interval, because starting it for each poll would be too expensive. The owner closes the probe.
 */
final class NvidiaSmi implements Probe {

    static final String PROGRAM = "nvidia-smi";

    private static final List<ServerMetric> MEASURED =
            List.of(ServerMetric.GPU_USE, ServerMetric.GPU_MEMORY, ServerMetric.GPU_POWER);
    private static final String QUERY = "--query-gpu=count,index,utilization.gpu,memory.used,power.draw";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(1);
    private static final int MAX_ROUNDS = 16;
    private static final int MAX_SHOWN = 100;

    /** The readings of all devices at one time, or an error. */
    private record Round(
            long nanos, List<Reading> readings, @Nullable String error) {}

    private final Path program;
    private final Duration interval;
    private final Duration timeout;
    private final BlockingQueue<Round> rounds = new LinkedBlockingQueue<>(MAX_ROUNDS);
    private volatile @Nullable Process process;
    private volatile @Nullable String end;

    /** Creates a probe that starts the program at the first poll. */
    NvidiaSmi(Path program, Duration interval) {
        this(program, interval, DEFAULT_TIMEOUT);
    }

    /** Creates a probe that waits for output for at most {@code timeout}. */
    NvidiaSmi(Path program, Duration interval, Duration timeout) {
        this.program = program;
        this.timeout = timeout;
        this.interval = interval.compareTo(MAX_INTERVAL) < 0 ? interval : MAX_INTERVAL;
    }

    /**
     * Searches for the program in the directories of {@code path}, which has the format of {@code PATH}. Returns empty if no directory
     * contains it.
     */
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
        String reason;
        try (BufferedReader lines = started.inputReader(StandardCharsets.UTF_8)) {
            Map<String, List<Reading>> devices = new LinkedHashMap<>();
            String error = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                error = accept(line, devices) ? "" : ", after it printed " + shown(line);
            }
            reason = PROGRAM + " ended with exit code " + started.waitFor() + error;
        } catch (IOException | InterruptedException e) {
            reason = "the output of " + PROGRAM + " cannot be read: " + e.getMessage();
        }
        end = reason;
        offer(new Round(System.nanoTime(), List.of(), reason));
    }

    /** Processes a line of output. Returns false if the line does not contain the values of a device. */
    private boolean accept(String line, Map<String, List<Reading>> devices) {
        String[] cells = line.split(",", -1);
        long count = cells.length == MEASURED.size() + 2 ? integer(cells[0]) : 0;
        if (count < 1 || integer(cells[1]) < 0) {
            offer(new Round(System.nanoTime(), List.of(), PROGRAM + " printed " + shown(line)));
            return false;
        }
        devices.put(cells[1].strip(), readings(cells));
        if (devices.size() == count) {
            offer(new Round(
                    System.nanoTime(),
                    devices.values().stream().flatMap(List::stream).toList(),
                    null));
            devices.clear();
        }
        return true;
    }

    private static String shown(String line) {
        String plain = line.strip();
        return "'" + plain.substring(0, Math.min(MAX_SHOWN, plain.length())) + "'";
    }

    private static long integer(String cell) {
        String digits = cell.strip();
        return digits.matches("\\d{1,9}") ? Long.parseLong(digits) : -1;
    }

    /** Returns the values of a device, without the metrics that the device does not support. */
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
            } catch (ScrapeException notSupported) {
                // the other values of the device are valid
            }
        }
        return readings;
    }

    /** Adds the readings of one interval, or an error, to the queue. If the queue is full, drops the oldest element. */
    private void offer(Round round) {
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
    public Result poll() throws IOException {
        if (process == null) {
            start();
        }
        Round round = latest();
        if (round == null) {
            throw new ScrapeException(
                    end != null ? end : PROGRAM + " printed nothing for " + timeout.toSeconds() + " s");
        }
        if (round.error != null) {
            throw new ScrapeException(round.error);
        }
        return Result.of(round.nanos, round.readings);
    }

    private Round latest() throws IOException {
        try {
            Round first = end != null ? rounds.poll() : rounds.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
            List<Round> newer = new ArrayList<>();
            rounds.drainTo(newer);
            return newer.isEmpty() ? first : newer.get(newer.size() - 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScrapeException("interrupted while waiting for " + PROGRAM, e);
        }
    }

    /** Stops the program. */
    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
