// SPDX-License-Identifier: Apache-2.0
// Passes responses to LoadGen.
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

// Passes the responses of one run to LoadGen. Any thread may call it while it is inside the run's gate.
class Intake final {
 public:
  explicit Intake(Engine& engine) : engine_(engine) {}
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  // Sets the gate that holds the counters.
  void use(Gate* gate) { gate_ = gate; }
  // Sets whether LoadGen times tokens, needs the first token, and reads its bytes.
  void expect_tokens(bool timed, bool first_needed, bool bytes_read);
  // Sets whether responses need bytes from now on.
  void expect_bytes(bool expected) { bytes_expected_.store(expected, std::memory_order_relaxed); }

  // Returns true if the calling thread may complete samples. Only such threads may call the methods below.
  bool admit() { return engine_.admit(); }
  void start(std::uint64_t id, const unsigned char* data, std::size_t size);
  void complete(mlperf::QuerySampleResponse response);
  void fail(std::uint64_t id);
  void complete_all(const long long* ids, std::size_t count);

  // Offers a query whose samples LoadGen holds until it is complete; returns its number.
  std::int64_t offer(const mlperf::QuerySample* samples, std::size_t count);
  // Copies the ids and indices of an offered query. Returns false if the query is complete or a later query was offered.
  bool copy_offered(std::int64_t number, long long* ids_and_indices);
  // Completes all samples of an offered query. Returns false in the same cases as `copy_offered`.
  bool complete_offered(std::int64_t number);

 private:
  struct Offered {
    std::int64_t number = 0;
    const mlperf::QuerySample* samples = nullptr;
    std::size_t count = 0;
  };

  template <typename IdAt>
  void complete_without_data(std::size_t count, IdAt id_at);
  // Completes a sample, after its first token. Returns false if LoadGen needs a first token and there was none.
  bool complete_in_order(mlperf::QuerySampleResponse response);

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
