// SPDX-License-Identifier: Apache-2.0
// First tokens of samples that are not complete yet.
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
  TokenBytes bytes;  // none where LoadGen reads none
};

// LoadGen breaks when it hears of the end of a sample before it hears of the first token, and between two threads it keeps no order.
// So a first token waits here, with its time, until the thread that completes the sample reports both. Safe for any number of
// threads.
class FirstTokens {
 public:
  void put(std::uint64_t id, FirstToken&& first) {
    Shelf& shelf = shelf_of(id);
    std::lock_guard<std::mutex> lock(shelf.mutex);
    shelf.first_tokens[id] = std::move(first);
    used_.store(true, std::memory_order_relaxed);
  }

  bool used() const { return used_.load(std::memory_order_relaxed); }

  // Whether there was one.
  bool take(std::uint64_t id, FirstToken* first) {
    if (!used()) return false;
    Shelf& shelf = shelf_of(id);
    std::lock_guard<std::mutex> lock(shelf.mutex);
    const auto found = shelf.first_tokens.find(id);
    if (found == shelf.first_tokens.end()) return false;
    *first = std::move(found->second);
    shelf.first_tokens.erase(found);
    return true;
  }

 private:
  struct alignas(64) Shelf {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, FirstToken> first_tokens;
  };

  Shelf& shelf_of(std::uint64_t id) { return shelves_[(id >> 6) % shelves_.size()]; }

  std::array<Shelf, 32> shelves_;
  std::atomic<bool> used_{false};
};

}  // namespace loadharness
