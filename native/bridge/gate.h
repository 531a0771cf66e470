// SPDX-License-Identifier: Apache-2.0
// Lets threads enter LoadGen during its run, and delays the end of the run until they have left.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace loadharness {

class Intake;

// LoadGen frees its samples when a run ends. After the gate is closed, no thread accesses them. The gate is in memory of the JVM,
// because samples and counters are used long after the run. Once it is closed, it needs no other object of the run.
class Gate {
 public:
  enum Count { kCompleted, kFailed, kStarted, kEmpty, kWithoutFirstToken, kWithoutTokens, kCounts };

  explicit Gate(Intake* intake) : intake_(intake) {}

  // Enters the gate; returns null if it is closed. Otherwise the caller must call `leave`.
  Intake* enter() {
    if ((word_.fetch_add(1, std::memory_order_acquire) & kClosed) == 0) return intake_;
    word_.fetch_sub(1, std::memory_order_relaxed);
    return nullptr;
  }

  // Leaves the gate after completing a number of samples.
  void leave(std::uint64_t completed) { word_.fetch_add((completed << kCountShift) - 1, std::memory_order_release); }

  // Closes the gate and returns when all threads have left. This is fast, because no code behind the gate waits.
  void close() {
    word_.fetch_or(kClosed);
    while ((word_.load(std::memory_order_acquire) & kInside) != 0) std::this_thread::yield();
  }

  void add(Count what, std::size_t samples) {
    counts_[what].fetch_add(static_cast<std::int64_t>(samples), std::memory_order_relaxed);
  }

  std::int64_t count(Count what) const {
    if (what != kCompleted) return counts_[what].load(std::memory_order_relaxed);
    return static_cast<std::int64_t>((word_.load(std::memory_order_relaxed) & ~kClosed) >> kCountShift);
  }

 private:
  static constexpr std::uint64_t kClosed = std::uint64_t{1} << 63;
  static constexpr int kCountShift = 20;
  static constexpr std::uint64_t kInside = (std::uint64_t{1} << kCountShift) - 1;

  // The closed flag, the number of completed samples and the number of threads inside, in one word. Thus each sample costs only two
  // atomic operations.
  std::atomic<std::uint64_t> word_{0};
  Intake* const intake_;
  std::atomic<std::int64_t> counts_[kCounts]{};
};

}  // namespace loadharness
