// SPDX-License-Identifier: Apache-2.0
// The first tokens of samples in flight.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine_api.h"

namespace loadharness {

struct FirstToken {
  Clock::time_point at;
  TokenBytes bytes;  // null if LoadGen reads no bytes
};

// LoadGen fails if it receives the end of a sample before the first token, and it does not order the calls of two threads.
// Therefore a first token waits here, with its time, until the thread that completes the sample reports both. Thread-safe.
class FirstTokens {
 public:
  void put(std::uint64_t id, FirstToken&& first) {
    Shard& shard = shard_of(id);
    std::lock_guard<std::mutex> lock(shard.mutex);
    shard.first_tokens[id] = std::move(first);
    used_.store(true, std::memory_order_relaxed);
  }

  bool used() const { return used_.load(std::memory_order_relaxed); }

  // Returns false if there is none.
  bool take(std::uint64_t id, FirstToken* first) {
    if (!used()) return false;
    Shard& shard = shard_of(id);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto found = shard.first_tokens.find(id);
    if (found == shard.first_tokens.end()) return false;
    *first = std::move(found->second);
    shard.first_tokens.erase(found);
    return true;
  }

 private:
  struct alignas(64) Shard {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, FirstToken> first_tokens;
  };

  Shard& shard_of(std::uint64_t id) { return shards_[(id >> 6) % shards_.size()]; }

  std::array<Shard, 32> shards_;
  std::atomic<bool> used_{false};
};

}  // namespace loadharness
