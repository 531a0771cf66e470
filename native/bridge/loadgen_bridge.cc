#include "loadgen_bridge.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine.h"
#include "query_sample.h"
#include "query_sample_library.h"
#include "settings.h"
#include "system_under_test.h"

namespace loadharness {
namespace {

using mlperf::QuerySample;
using mlperf::QuerySampleIndex;
using mlperf::QuerySampleResponse;

// Responses that are handed to LoadGen at a time; small enough for the stack and the cache.
constexpr std::size_t kResponses = 512;

template <typename Pointed>
long long address(const Pointed* pointer) {
  return static_cast<long long>(reinterpret_cast<std::uintptr_t>(pointer));
}

template <typename Pointed>
const Pointed* pointer(long long address) {
  return reinterpret_cast<const Pointed*>(static_cast<std::uintptr_t>(address));
}

class System final : public mlperf::SystemUnderTest {
 public:
  explicit System(const EngineApi& engine) : engine_(engine) {}

  // LoadGen asks for the name as soon as its logs are open.
  const std::string& Name() override {
    asked_.store(true, std::memory_order_relaxed);
    return name;
  }

  void IssueQuery(const std::vector<QuerySample>& samples) override {
    if (engine_.abort_requested()) engine_.leave();
    if (samples.size() == 1) {
      callbacks->issueSample(static_cast<long long>(samples[0].id), static_cast<long long>(samples[0].index));
    } else {
      callbacks->issueBatch(address(samples.data()), static_cast<long long>(samples.size()));
    }
    if (engine_.abort_requested()) engine_.leave();
  }

  void FlushQueries() override {
    callbacks->flushQueries();
    if (engine_.abort_requested()) engine_.leave();
  }

  bool asked() const { return asked_.load(std::memory_order_relaxed); }

  std::string name;
  Callbacks* callbacks = nullptr;

 private:
  const EngineApi& engine_;
  std::atomic<bool> asked_{false};
};

class Library final : public mlperf::QuerySampleLibrary {
 public:
  explicit Library(const EngineApi& engine) : engine_(engine) {}

  const std::string& Name() override { return name; }
  std::size_t TotalSampleCount() override { return total_samples; }
  std::size_t PerformanceSampleCount() override { return performance_samples; }

  void LoadSamplesToRam(const std::vector<QuerySampleIndex>& samples) override {
    callbacks->loadSamples(address(samples.data()), static_cast<long long>(samples.size()));
    if (engine_.abort_requested()) engine_.leave();
  }

  void UnloadSamplesFromRam(const std::vector<QuerySampleIndex>& samples) override {
    callbacks->unloadSamples(address(samples.data()), static_cast<long long>(samples.size()));
    if (engine_.abort_requested()) engine_.leave();
  }

  std::string name;
  std::size_t total_samples = 0;
  std::size_t performance_samples = 0;
  Callbacks* callbacks = nullptr;

 private:
  const EngineApi& engine_;
};

QuerySampleResponse response(long long id, long long data, long long size, long long tokens) {
  return {static_cast<mlperf::ResponseId>(id), static_cast<std::uintptr_t>(data), static_cast<std::size_t>(size), tokens};
}

template <typename IdAt>
void complete_without_data(const EngineApi& engine, std::size_t count, IdAt id_at) {
  std::array<QuerySampleResponse, kResponses> responses;
  for (std::size_t begin = 0; begin < count; begin += kResponses) {
    const std::size_t part = std::min(kResponses, count - begin);
    for (std::size_t i = 0; i < part; ++i) responses[i].id = id_at(begin + i);
    engine.complete(responses.data(), part);
  }
}

}  // namespace

struct Run::State {
  explicit State(const char* engine_library) : engine(engine_library), system(engine.api()), library(engine.api()) {}

  Engine engine;
  mlperf::TestSettings settings{};
  mlperf::LogSettings logs;
  System system;
  Library library;
  std::string failure;
};

Run::Run(const char* engine_library) : state_(std::make_unique<State>(engine_library)) {}

Run::~Run() = default;

const char* Run::loadGenVersion() const { return state_->engine.api().version(); }

const char* Run::mlperfConf() const { return state_->engine.api().mlperf_conf(); }

void Run::setScenario(int scenario) { state_->settings.scenario = static_cast<mlperf::TestScenario>(scenario); }

int Run::applyConfig(const char* path, const char* model, const char* scenario, int type) {
  return state_->engine.api().from_config(&state_->settings, path, model, scenario, type);
}

int Run::settingCount() { return setting_count(); }

const char* Run::settingName(int field) { return setting_name(field); }

bool Run::isRealSetting(int field) { return setting_is_real(field); }

double Run::realSetting(int field) const { return real_setting(state_->settings, field); }

long long Run::wholeSetting(int field) const { return whole_setting(state_->settings, field); }

void Run::setRealSetting(int field, double value) { set_real(&state_->settings, field, value); }

void Run::setWholeSetting(int field, long long value) { set_whole(&state_->settings, field, value); }

void Run::setLogFiles(const char* directory, const char* prefix, const char* suffix, bool prefix_with_datetime) {
  auto& output = state_->logs.log_output;
  output.outdir = directory;
  output.prefix = prefix;
  output.suffix = suffix;
  output.prefix_with_datetime = prefix_with_datetime;
}

void Run::setLogOptions(bool detail_to_stdout, bool summary_to_stdout, long long poll_interval_ms, bool trace) {
  state_->logs.log_output.copy_detail_to_stdout = detail_to_stdout;
  state_->logs.log_output.copy_summary_to_stdout = summary_to_stdout;
  state_->logs.log_mode_async_poll_interval_ms = static_cast<std::uint64_t>(poll_interval_ms);
  state_->logs.enable_trace = trace;
}

void Run::setSystem(const char* name) { state_->system.name = name; }

void Run::setLibrary(const char* name, long long total_samples, long long performance_samples) {
  state_->library.name = name;
  state_->library.total_samples = static_cast<std::size_t>(total_samples);
  state_->library.performance_samples = static_cast<std::size_t>(performance_samples);
}

int Run::start(Callbacks* callbacks, const char* audit_config) {
  State& state = *state_;
  state.system.callbacks = callbacks;
  state.library.callbacks = callbacks;
  state.engine.enlist();
  const EngineApi& engine = state.engine.api();
  const Outcome outcome =
      engine.start(&state.system, &state.library, state.settings, state.logs, audit_config, &state.failure);
  if (outcome == Outcome::kEnded && !state.system.asked()) {
    engine.wind_up();
    state.failure = "LoadGen cannot write its logs to " + state.logs.log_output.outdir;
    return FAILED;
  }
  return outcome == Outcome::kEnded ? ENDED : outcome == Outcome::kAborted ? ABORTED : FAILED;
}

const char* Run::failure() const { return state_->failure.c_str(); }

void Run::issue() {
  state_->engine.enlist();
  state_->engine.api().issue();
}

void Run::abort() { state_->engine.api().request_abort(); }

void Run::enlist() { state_->engine.enlist(); }

bool Run::complete(long long id, long long data, long long size, long long tokens) {
  if (!state_->engine.admit()) return false;
  QuerySampleResponse answer = response(id, data, size, tokens);
  state_->engine.api().complete(&answer, 1);
  return true;
}

bool Run::firstToken(long long id, long long data, long long size) {
  if (!state_->engine.admit()) return false;
  QuerySampleResponse answer = response(id, data, size, 0);
  state_->engine.api().first_token(&answer, 1);
  return true;
}

bool Run::completeAll(const long long* ids, int count) {
  if (!state_->engine.admit()) return false;
  complete_without_data(state_->engine.api(), static_cast<std::size_t>(count),
                        [ids](std::size_t i) { return static_cast<mlperf::ResponseId>(ids[i]); });
  return true;
}

bool Run::completeBatch(long long samples, long long count) {
  if (!state_->engine.admit()) return false;
  const QuerySample* const issued = pointer<QuerySample>(samples);
  complete_without_data(state_->engine.api(), static_cast<std::size_t>(count),
                        [issued](std::size_t i) { return issued[i].id; });
  return true;
}

void Run::copySamples(long long samples, long long* ids_and_indices, int count) {
  const QuerySample* const issued = pointer<QuerySample>(samples);
  for (int i = 0; i < count; ++i) {
    ids_and_indices[2 * i] = static_cast<long long>(issued[i].id);
    ids_and_indices[2 * i + 1] = static_cast<long long>(issued[i].index);
  }
}

void Run::copyIndices(long long indices, int* to, int count) {
  const QuerySampleIndex* const from = pointer<QuerySampleIndex>(indices);
  std::transform(from, from + count, to, [](QuerySampleIndex index) { return static_cast<int>(index); });
}

}  // namespace loadharness
