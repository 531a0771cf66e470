// SPDX-License-Identifier: Apache-2.0
// Prints the sample indices that LoadGen issues to a C++ system under test, one query per line, and then the seeds and counts of
// the run. The JVM's tests compare them. Arguments: engine, log folder, scenario, mode, then NAME VALUE pairs of settings.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine.h"
#include "loadgen.h"
#include "query_sample.h"
#include "query_sample_library.h"
#include "settings.h"
#include "system_under_test.h"

namespace {

using loadharness::Engine;

class Printing final : public mlperf::SystemUnderTest {
 public:
  explicit Printing(const loadharness::EngineApi& engine) : engine_(engine) {}
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override {
    std::vector<mlperf::QuerySampleResponse> responses;
    for (const auto& sample : samples) {
      std::printf("%zu ", sample.index);
      responses.emplace_back(sample.id, reinterpret_cast<std::uintptr_t>("x"), 1);
    }
    std::printf("\n");
    engine_.complete(responses.data(), responses.size());
  }
  void FlushQueries() override {}

 private:
  const loadharness::EngineApi& engine_;
  const std::string name_ = "printing";
};

class Numbers final : public mlperf::QuerySampleLibrary {
 public:
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return 100; }
  std::size_t PerformanceSampleCount() override { return 40; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>&) override {}
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>&) override {}

 private:
  const std::string name_ = "numbers";
};

void set(mlperf::TestSettings* settings, const std::string& name, const char* value) {
  for (int field = 0; field < loadharness::setting_count(); ++field) {
    if (name != loadharness::setting_name(field)) continue;
    if (loadharness::setting_is_real(field)) {
      loadharness::set_real(settings, field, std::strtod(value, nullptr));
    } else {
      loadharness::set_whole(settings, field, std::strtoll(value, nullptr, 10));
    }
    return;
  }
  std::fprintf(stderr, "unknown setting %s\n", name.c_str());
  std::exit(2);
}

}  // namespace

int main(int count, char** arguments) {
  Engine engine(arguments[1]);
  mlperf::TestSettings settings;
  settings.scenario = static_cast<mlperf::TestScenario>(std::atoi(arguments[3]));
  const char* const scenarios[] = {"SingleStream", "MultiStream", "Server", "Offline"};
  engine.api().from_config(&settings, "", "*", scenarios[std::atoi(arguments[3])], 0);
  settings.mode = static_cast<mlperf::TestMode>(std::atoi(arguments[4]));
  for (int i = 5; i + 1 < count; i += 2) set(&settings, arguments[i], arguments[i + 1]);
  mlperf::LogSettings logs;
  logs.log_output.outdir = arguments[2];
  logs.enable_trace = false;
  Printing sut(engine.api());
  Numbers library;
  std::string failure;
  engine.enlist();
  return engine.api().start(&sut, &library, settings, logs, "", &failure) == loadharness::Outcome::kEnded ? 0 : 1;
}
