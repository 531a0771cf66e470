// SPDX-License-Identifier: Apache-2.0
#include "intake.h"

#include <utility>
#include <vector>

namespace loadharness {

using mlperf::QuerySampleResponse;

namespace {

QuerySampleResponse without_data(std::uint64_t id) { return {id, 0, 0, 0}; }

}  // namespace

void Intake::expect_tokens(bool timed, bool first_needed, bool bytes_read) {
  tokens_timed_ = timed;
  first_token_needed_ = first_needed;
  token_bytes_read_ = bytes_read;
}

void Intake::start(std::uint64_t id, const unsigned char* data, std::size_t size) {
  FirstToken first{Clock::now(), {}};
  if (token_bytes_read_) first.bytes = std::make_shared<std::vector<std::uint8_t>>(data, data + size);
  first_tokens_.put(id, std::move(first));
  gate_->add(Gate::kStarted, 1);
}

bool Intake::complete_in_order(QuerySampleResponse response) {
  const EngineApi& engine = engine_.api();
  FirstToken first;
  const bool reported = first_tokens_.take(response.id, &first);
  if (!reported && !first_token_needed_) {
    engine.complete(&response, 1);
    return true;
  }
  if (!reported) first = {Clock::now(), token_bytes_read_ ? std::make_shared<std::vector<std::uint8_t>>() : nullptr};
  if (first.bytes == nullptr) {
    engine.first_token(response.id, first.at);
    engine.complete(&response, 1);
  } else {
    engine.first_token_bytes(response.id, first.at, first.bytes);
    engine.complete(&response, 1);
    engine.forget(std::move(first.bytes));
  }
  return reported;
}

void Intake::complete(QuerySampleResponse response) {
  if (response.size == 0 && bytes_expected_.load(std::memory_order_relaxed)) gate_->add(Gate::kEmpty, 1);
  if (response.n_tokens < 2 && tokens_timed_) gate_->add(Gate::kWithoutTokens, 1);
  if (!complete_in_order(response)) gate_->add(Gate::kWithoutFirstToken, 1);
}

void Intake::fail(std::uint64_t id) {
  gate_->add(Gate::kFailed, 1);
  complete_in_order(without_data(id));
}

template <typename IdAt>
void Intake::complete_without_data(std::size_t count, IdAt id_at) {
  // Allocated before the report to LoadGen, because the allocation can fail.
  std::vector<QuerySampleResponse> responses;
  responses.reserve(count);
  for (std::size_t i = 0; i < count; ++i) responses.push_back(without_data(id_at(i)));
  if (bytes_expected_.load(std::memory_order_relaxed)) gate_->add(Gate::kEmpty, count);
  if (tokens_timed_) gate_->add(Gate::kWithoutTokens, count);
  if (first_token_needed_ || first_tokens_.used()) {
    for (const auto& response : responses) {
      if (!complete_in_order(response)) gate_->add(Gate::kWithoutFirstToken, 1);
    }
  } else {
    engine_.api().complete(responses.data(), count);
  }
}

void Intake::complete_all(const long long* ids, std::size_t count) {
  complete_without_data(count, [ids](std::size_t i) { return static_cast<std::uint64_t>(ids[i]); });
}

std::int64_t Intake::offer(const mlperf::QuerySample* samples, std::size_t count) {
  std::lock_guard<std::mutex> lock(offer_mutex_);
  offered_ = {offered_.number + 1, samples, count};
  return offered_.number;
}

bool Intake::copy_offered(std::int64_t number, long long* ids_and_indices) {
  std::lock_guard<std::mutex> lock(offer_mutex_);
  if (offered_.number != number || offered_.samples == nullptr) return false;
  for (std::size_t i = 0; i < offered_.count; ++i) {
    ids_and_indices[2 * i] = static_cast<long long>(offered_.samples[i].id);
    ids_and_indices[2 * i + 1] = static_cast<long long>(offered_.samples[i].index);
  }
  return true;
}

bool Intake::complete_offered(std::int64_t number) {
  Offered taken;
  {
    std::lock_guard<std::mutex> lock(offer_mutex_);
    if (offered_.number != number || offered_.samples == nullptr) return false;
    taken = std::exchange(offered_, {number, nullptr, 0});
  }
  complete_without_data(taken.count, [taken](std::size_t i) { return taken.samples[i].id; });
  return true;
}

}  // namespace loadharness
