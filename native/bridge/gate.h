// SPDX-License-Identifier: Apache-2.0
// Lets threads into LoadGen while its run goes on, and keeps the run from ending under them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace loadharness {

class Intake;

// LoadGen frees its samples when a run ends, so whoever closes the gate knows that nobody touches them any more. Lives in memory of
// the JVM, because samples and counts are asked for long after the run; nothing else of the run is needed once it is closed.
class Gate {
 public:
  enum Count { kCompleted, kFailed, kStarted, kEmpty, kWithoutFirstToken, kWithoutTokens, kCounts };

  explicit Gate(Intake* intake) : intake_(intake) {}

  // The way in; null if the gate is closed. Otherwise `leave` must follow.
  Intake* enter() {
    if ((word_.fetch_add(1, std::memory_order_acquire) & kClosed) == 0) return intake_;
    word_.fetch_sub(1, std::memory_order_relaxed);
    return nullptr;
  }

  // Leaves, having completed a number of samples.
  void leave(std::uint64_t completed) { word_.fetch_add((completed << kCountShift) - 1, std::memory_order_release); }

  // Lets nobody in any more and returns when everybody has left, which is soon: nothing behind the gate waits.
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

  // Whether the gate is closed, how many samples were completed, how many threads are inside: in one word, so that a sample, which
  // has to pass here anyway, costs two atomic operations in all.
  std::atomic<std::uint64_t> word_{0};
  Intake* const intake_;
  std::atomic<std::int64_t> counts_[kCounts]{};
};

}  // namespace loadharness
