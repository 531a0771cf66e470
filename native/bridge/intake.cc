#include "intake.h"

#include <utility>
#include <vector>

namespace loadharness {

using mlperf::QuerySampleResponse;

namespace {

QuerySampleResponse without_data(std::uint64_t id) { return {id, 0, 0, 0}; }

}  // namespace

void Intake::expect_tokens(bool timed, bool first_needed) {
  tokens_timed_ = timed;
  first_token_needed_ = first_needed;
}

void Intake::start(std::uint64_t id, const unsigned char* data, std::size_t size) {
  const auto now = Clock::now();
  first_tokens_.put(id, {now, {data, data + size}});
  gate_->add(Gate::kStarted, 1);
}

bool Intake::report_first_token(std::uint64_t id) {
  FirstToken first;
  const bool reported = first_tokens_.take(id, &first);
  if (!reported) {
    if (!first_token_needed_) return true;
    first.at = Clock::now();
  }
  QuerySampleResponse token{id, reinterpret_cast<std::uintptr_t>(first.bytes.data()), first.bytes.size(), 0};
  engine_.api().first_token(&token, first.at);
  return reported;
}

void Intake::complete(QuerySampleResponse answer) {
  if (!report_first_token(answer.id)) gate_->add(Gate::kWithoutFirstToken, 1);
  if (answer.size == 0 && bytes_expected_.load(std::memory_order_relaxed)) gate_->add(Gate::kEmpty, 1);
  if (answer.n_tokens < 2 && tokens_timed_) gate_->add(Gate::kWithoutTokens, 1);
  engine_.api().complete(&answer, 1);
}

void Intake::fail(std::uint64_t id) {
  gate_->add(Gate::kFailed, 1);
  report_first_token(id);
  QuerySampleResponse answer = without_data(id);
  engine_.api().complete(&answer, 1);
}

template <typename IdAt>
void Intake::complete_without_data(std::size_t count, IdAt id_at) {
  // Before anything is reported, because it may not fit into the memory.
  std::vector<QuerySampleResponse> responses;
  responses.reserve(count);
  for (std::size_t i = 0; i < count; ++i) responses.push_back(without_data(id_at(i)));
  if (first_token_needed_ || first_tokens_.used()) {
    for (const auto& response : responses) {
      if (!report_first_token(response.id)) gate_->add(Gate::kWithoutFirstToken, 1);
    }
  }
  if (bytes_expected_.load(std::memory_order_relaxed)) gate_->add(Gate::kEmpty, count);
  if (tokens_timed_) gate_->add(Gate::kWithoutTokens, count);
  engine_.api().complete(responses.data(), count);
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
