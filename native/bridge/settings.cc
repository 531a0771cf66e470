// SPDX-License-Identifier: Apache-2.0
#include "settings.h"

#include <cstdint>
#include <type_traits>
#include <variant>

namespace loadharness {
namespace {

using mlperf::TestSettings;

struct Field {
  const char* name;
  std::variant<double TestSettings::*, std::uint64_t TestSettings::*, int TestSettings::*, bool TestSettings::*,
               mlperf::TestMode TestSettings::*>
      member;
};

#define FIELD(name) \
  Field { #name, &TestSettings::name }

const Field kFields[] = {
    FIELD(mode),
    FIELD(single_stream_expected_latency_ns),
    FIELD(single_stream_target_latency_percentile),
    FIELD(multi_stream_expected_latency_ns),
    FIELD(multi_stream_target_latency_percentile),
    FIELD(multi_stream_samples_per_query),
    FIELD(server_target_qps),
    FIELD(server_target_latency_ns),
    FIELD(server_target_latency_percentile),
    FIELD(server_coalesce_queries),
    FIELD(server_find_peak_qps_decimals_of_precision),
    FIELD(server_find_peak_qps_boundary_step_size),
    FIELD(server_max_async_queries),
    FIELD(server_num_issue_query_threads),
    FIELD(offline_expected_qps),
    FIELD(sample_concatenate_permutation),
    FIELD(min_duration_ms),
    FIELD(max_duration_ms),
    FIELD(min_query_count),
    FIELD(max_query_count),
    FIELD(qsl_rng_seed),
    FIELD(sample_index_rng_seed),
    FIELD(schedule_rng_seed),
    FIELD(accuracy_log_rng_seed),
    FIELD(accuracy_log_probability),
    FIELD(accuracy_log_sampling_target),
    FIELD(test05),
    FIELD(test05_qsl_rng_seed),
    FIELD(test05_sample_index_rng_seed),
    FIELD(test05_schedule_rng_seed),
    FIELD(print_timestamps),
    FIELD(performance_issue_unique),
    FIELD(performance_issue_same),
    FIELD(performance_issue_same_index),
    FIELD(performance_sample_count_override),
    FIELD(accuracy_sample_count_override),
    FIELD(use_token_latencies),
    FIELD(server_ttft_latency),
    FIELD(server_tpot_latency),
    FIELD(infer_token_latencies),
    FIELD(token_latency_scaling_factor),
};

#undef FIELD

template <typename Value>
Value get(const TestSettings& settings, int field) {
  return std::visit([&](auto member) { return static_cast<Value>(settings.*member); }, kFields[field].member);
}

template <typename Value>
void set(TestSettings* settings, int field, Value value) {
  std::visit(
      [&](auto member) {
        using Type = std::remove_reference_t<decltype(settings->*member)>;
        settings->*member = static_cast<Type>(value);
      },
      kFields[field].member);
}

}  // namespace

int setting_count() { return static_cast<int>(std::size(kFields)); }

const char* setting_name(int field) { return kFields[field].name; }

bool setting_is_real(int field) { return std::holds_alternative<double TestSettings::*>(kFields[field].member); }

double real_setting(const TestSettings& settings, int field) { return get<double>(settings, field); }

long long whole_setting(const TestSettings& settings, int field) { return get<long long>(settings, field); }

void set_real(TestSettings* settings, int field, double value) { set(settings, field, value); }

void set_whole(TestSettings* settings, int field, long long value) { set(settings, field, value); }

}  // namespace loadharness
