// SPDX-License-Identifier: Apache-2.0
// The C++ side of `./harness bench loadgen`: a system under test that only completes samples, in plain C++.
// Arguments: engine, log folder, kind of completion, samples in the library, scenario, then NAME VALUE pairs of settings. LoadGen's
// log contains the rate. The program prints the nanoseconds that completing the samples took; 0 if LoadGen measures this time.
#if defined(__linux__)
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine.h"
#include "query_sample.h"
#include "query_sample_library.h"
#include "settings.h"
#include "system_under_test.h"

namespace {

using Clock = std::chrono::steady_clock;
using loadharness::Engine;
using loadharness::EngineApi;
using mlperf::QuerySample;
using mlperf::QuerySampleResponse;

constexpr std::size_t kTokens = 2048;

class NullSystem : public mlperf::SystemUnderTest {
 public:
  explicit NullSystem(const EngineApi& engine) : engine_(engine) {}
  const std::string& Name() override { return name_; }
  void FlushQueries() override {}

  // Returns the time that completing the samples took; 0 if LoadGen measures it.
  virtual long long nanoseconds() const { return 0; }

 protected:
  void complete(QuerySampleResponse* responses, std::size_t count) { engine_.complete(responses, count); }

 private:
  const EngineApi& engine_;
  const std::string name_ = "null";
};

// One call for each sample.
class Each final : public NullSystem {
 public:
  using NullSystem::NullSystem;
  void IssueQuery(const std::vector<QuerySample>& samples) override {
    for (const QuerySample& sample : samples) {
      QuerySampleResponse response{sample.id, 0, 0};
      complete(&response, 1);
    }
  }
};

// One call for all samples of a query.
class Bulk final : public NullSystem {
 public:
  using NullSystem::NullSystem;
  void IssueQuery(const std::vector<QuerySample>& samples) override {
    std::vector<QuerySampleResponse> responses;
    responses.reserve(samples.size());
    for (const QuerySample& sample : samples) responses.push_back({sample.id, 0, 0});
    complete(responses.data(), responses.size());
  }
};

// One call for each sample, with a response of 8 KiB.
class Tokens final : public NullSystem {
 public:
  explicit Tokens(const EngineApi& engine) : NullSystem(engine), tokens_(kTokens) {
    for (std::size_t i = 0; i < kTokens; ++i) tokens_[i] = static_cast<std::int32_t>(i);
  }
  void IssueQuery(const std::vector<QuerySample>& samples) override {
    const auto begin = Clock::now();
    for (const QuerySample& sample : samples) {
      QuerySampleResponse response{sample.id, reinterpret_cast<std::uintptr_t>(tokens_.data()),
                                   tokens_.size() * sizeof(std::int32_t), static_cast<std::int64_t>(tokens_.size())};
      complete(&response, 1);
    }
    answering_ += Clock::now() - begin;
  }
  long long nanoseconds() const override {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(answering_).count();
  }

 private:
  std::vector<std::int32_t> tokens_;
  Clock::duration answering_{};
};

class Library final : public mlperf::QuerySampleLibrary {
 public:
  explicit Library(std::size_t samples) : samples_(samples) {}
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return samples_; }
  std::size_t PerformanceSampleCount() override { return samples_; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>&) override {}
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>&) override {}

 private:
  const std::string name_ = "numbers";
  const std::size_t samples_;
};

int field_named(const std::string& name) {
  for (int field = 0; field < loadharness::setting_count(); ++field) {
    if (name == loadharness::setting_name(field)) return field;
  }
  std::fprintf(stderr, "LoadGen has no setting %s\n", name.c_str());
  std::exit(2);
}

void set(mlperf::TestSettings* settings, int field, const char* value) {
  if (loadharness::setting_is_real(field)) {
    loadharness::set_real(settings, field, std::strtod(value, nullptr));
  } else {
    loadharness::set_whole(settings, field, std::strtoll(value, nullptr, 10));
  }
}

std::unique_ptr<NullSystem> system_that_completes(const std::string& how, const EngineApi& engine) {
  if (how == "each") return std::make_unique<Each>(engine);
  if (how == "bulk") return std::make_unique<Bulk>(engine);
  if (how == "tokens") return std::make_unique<Tokens>(engine);
  std::fprintf(stderr, "Invalid completion %s: use each, bulk or tokens\n", how.c_str());
  std::exit(2);
}

// Keeps freed memory in the process, as in a long-lived JVM. Otherwise each run of the C++ side would have new page faults.
void keep_memory() {
#if defined(M_TRIM_THRESHOLD) && defined(M_MMAP_THRESHOLD)
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
#endif
}

struct Workload {
  std::string completion;
  std::size_t samples;
  mlperf::TestSettings settings;
};

// Returns the nanoseconds of completing the samples, or -1 if LoadGen failed.
long long run(const char* library_file, const char* log_folder, const Workload& workload) {
  Engine engine(library_file);
  const auto system = system_that_completes(workload.completion, engine.api());
  Library library(workload.samples);
  mlperf::LogSettings logs;
  logs.log_output.outdir = log_folder;
  logs.enable_trace = false;
  std::string failure;
  engine.enlist();
  if (engine.api().start(system.get(), &library, workload.settings, logs, "", &failure) !=
      loadharness::Outcome::kEnded) {
    std::fprintf(stderr, "LoadGen failed: %s\n", failure.c_str());
    return -1;
  }
  return system->nanoseconds();
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 6) {
    std::fprintf(stderr, "usage: null_sut ENGINE LOG_FOLDER each|bulk|tokens SAMPLES SCENARIO [SETTING VALUE]...\n");
    return 2;
  }
  Workload workload{arguments[3], std::strtoull(arguments[4], nullptr, 10), {}};
  workload.settings.scenario = static_cast<mlperf::TestScenario>(std::atoi(arguments[5]));
  for (int i = 6; i + 1 < count; i += 2) set(&workload.settings, field_named(arguments[i]), arguments[i + 1]);

  keep_memory();
  // Each run has a separate thread, as in the JVM. The first run warms up the memory. For responses with data the fastest run counts,
  // because they take four times as long in memory that is used for the first time.
  const int runs = workload.completion == "tokens" ? 6 : 2;
  long long nanoseconds = 0;
  for (int i = 0; i < runs && nanoseconds >= 0; ++i) {
    long long latest = 0;
    std::thread([&] { latest = run(arguments[1], arguments[2], workload); }).join();
    nanoseconds = i < 2 ? latest : std::min(nanoseconds, latest);
  }
  if (nanoseconds < 0) return 1;
  std::printf("%lld\n", nanoseconds);
  return 0;
}
