// SPDX-License-Identifier: Apache-2.0
// Takes answers to LoadGen.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "engine.h"
#include "first_tokens.h"
#include "gate.h"
#include "query_sample.h"

namespace loadharness {

// The samples of one run on their way back. Called by any thread, inside the run's gate.
class Intake final {
 public:
  explicit Intake(Engine& engine) : engine_(engine) {}
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  // Counts go there.
  void use(Gate* gate) { gate_ = gate; }
  // Whether LoadGen times tokens, needs to hear of the first one, and reads its bytes.
  void expect_tokens(bool timed, bool first_needed, bool bytes_read);
  // Whether an answer has to have bytes from now on.
  void expect_bytes(bool expected) { bytes_expected_.store(expected, std::memory_order_relaxed); }

  // Whether the calling thread may complete samples. The rest is for threads that may.
  bool admit() { return engine_.admit(); }
  void start(std::uint64_t id, const unsigned char* data, std::size_t size);
  void complete(mlperf::QuerySampleResponse answer);
  void fail(std::uint64_t id);
  void complete_all(const long long* ids, std::size_t count);

  // A query that stays with LoadGen until it is complete; returns the number by which it is asked for.
  std::int64_t offer(const mlperf::QuerySample* samples, std::size_t count);
  // Copies its ids and indices. False: another was offered since, or it is complete.
  bool copy_offered(std::int64_t number, long long* ids_and_indices);
  // Completes it as a whole. False: as above.
  bool complete_offered(std::int64_t number);

 private:
  struct Offered {
    std::int64_t number = 0;
    const mlperf::QuerySample* samples = nullptr;
    std::size_t count = 0;
  };

  template <typename IdAt>
  void complete_without_data(std::size_t count, IdAt id_at);
  // Completes a sample, after its first token; false if LoadGen needs that and there was none.
  bool complete_in_order(mlperf::QuerySampleResponse answer);

  Engine& engine_;
  Gate* gate_ = nullptr;
  bool tokens_timed_ = false;
  bool first_token_needed_ = false;
  bool token_bytes_read_ = false;
  std::atomic<bool> bytes_expected_{false};
  FirstTokens first_tokens_;
  std::mutex offer_mutex_;
  Offered offered_;
};

}  // namespace loadharness
