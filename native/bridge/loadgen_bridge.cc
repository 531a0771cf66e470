#include "loadgen_bridge.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "coroutine.h"
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

template <typename Pointed>
long long address(const Pointed* pointer) {
  return static_cast<long long>(reinterpret_cast<std::uintptr_t>(pointer));
}

template <typename Pointed>
const Pointed* pointer(long long address) {
  return reinterpret_cast<const Pointed*>(static_cast<std::uintptr_t>(address));
}

// What LoadGen asks for on the current thread.
class Question {
 public:
  virtual ~Question() = default;
  // Returns when the step is done.
  virtual void ask(Steps::Kind kind, long long first, long long second) = 0;
};

thread_local Question* question = nullptr;

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
      question->ask(Steps::ISSUE_SAMPLE, static_cast<long long>(samples[0].id), static_cast<long long>(samples[0].index));
    } else {
      question->ask(Steps::ISSUE_BATCH, address(samples.data()), static_cast<long long>(samples.size()));
    }
    if (engine_.abort_requested()) engine_.leave();
  }

  void FlushQueries() override {
    question->ask(Steps::FLUSH_QUERIES, 0, 0);
    if (engine_.abort_requested()) engine_.leave();
  }

  bool asked() const { return asked_.load(std::memory_order_relaxed); }

  std::string name;

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
    question->ask(Steps::LOAD_SAMPLES, address(samples.data()), static_cast<long long>(samples.size()));
    if (engine_.abort_requested()) engine_.leave();
  }

  void UnloadSamplesFromRam(const std::vector<QuerySampleIndex>& samples) override {
    question->ask(Steps::UNLOAD_SAMPLES, address(samples.data()), static_cast<long long>(samples.size()));
    if (engine_.abort_requested()) engine_.leave();
  }

  std::string name;
  std::size_t total_samples = 0;
  std::size_t performance_samples = 0;

 private:
  const EngineApi& engine_;
};

QuerySampleResponse response(long long id, long long data, long long size, long long tokens) {
  return {static_cast<mlperf::ResponseId>(id), static_cast<std::uintptr_t>(data), static_cast<std::size_t>(size), tokens};
}

// In one call, so that all of them are complete at the same time.
template <typename IdAt>
void complete_without_data(const EngineApi& engine, std::size_t count, IdAt id_at) {
  std::vector<QuerySampleResponse> responses;
  responses.reserve(count);
  for (std::size_t i = 0; i < count; ++i) responses.emplace_back(id_at(i), 0, 0, 0);
  engine.complete(responses.data(), count);
}

}  // namespace

struct Run::State {
  explicit State(const char* engine_library) : engine(engine_library), system(engine.api()), library(engine.api()) {}

  Engine engine;
  mlperf::TestSettings settings{};
  mlperf::LogSettings logs;
  System system;
  Library library;
  Outcome outcome = FAILED;
  std::string failure;

  void run(const std::string& audit_config);
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

void Run::State::run(const std::string& audit_config) {
  const EngineApi& api = engine.api();
  const auto end = api.start(&system, &library, settings, logs, audit_config, &failure);
  if (end == loadharness::Outcome::kEnded && !system.asked()) {
    api.wind_up();
    failure = "LoadGen cannot write its logs to " + logs.log_output.outdir;
    outcome = FAILED;
  } else {
    outcome = end == loadharness::Outcome::kEnded     ? ENDED
              : end == loadharness::Outcome::kAborted ? ABORTED
                                                      : FAILED;
  }
}

int Run::outcome() const { return state_->outcome; }

const char* Run::failure() const { return state_->failure.c_str(); }

void Run::abort() { state_->engine.api().request_abort(); }

void Run::enlist() { state_->engine.enlist(); }

bool Run::complete(long long run, long long id, long long data, long long size, long long tokens) {
  Engine& engine = pointer<Run>(run)->state_->engine;
  if (!engine.admit()) return false;
  QuerySampleResponse answer = response(id, data, size, tokens);
  engine.api().complete(&answer, 1);
  return true;
}

bool Run::completeWithBytes(long long run, long long id, const signed char* array, int offset, int size,
                            long long tokens) {
  return complete(run, id, address(array + offset), size, tokens);
}

bool Run::completeWithInts(long long run, long long id, const int* array, int offset, int count, long long tokens) {
  return complete(run, id, address(array + offset), static_cast<long long>(count) * 4, tokens);
}

bool Run::firstToken(long long run, long long id, long long data, long long size) {
  Engine& engine = pointer<Run>(run)->state_->engine;
  if (!engine.admit()) return false;
  QuerySampleResponse answer = response(id, data, size, 0);
  engine.api().first_token(&answer, 1);
  return true;
}

bool Run::completeAll(long long run, const long long* ids, int count) {
  Engine& engine = pointer<Run>(run)->state_->engine;
  if (!engine.admit()) return false;
  complete_without_data(engine.api(), static_cast<std::size_t>(count),
                        [ids](std::size_t i) { return static_cast<mlperf::ResponseId>(ids[i]); });
  return true;
}

bool Run::completeBatch(long long run, long long samples, long long count) {
  Engine& engine = pointer<Run>(run)->state_->engine;
  if (!engine.admit()) return false;
  const QuerySample* const issued = pointer<QuerySample>(samples);
  complete_without_data(engine.api(), static_cast<std::size_t>(count),
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

struct Steps::State final : Question {
  State(Run::State& run, long long numbers) : run(run), numbers(const_cast<long long*>(pointer<long long>(numbers))) {}

  void ask(Kind asked, long long first, long long second) override {
    kind = asked;
    numbers[0] = first;
    numbers[1] = second;
    coroutine->yield();
  }

  Run::State& run;
  long long* const numbers;
  Kind kind = OVER;
  std::unique_ptr<Coroutine> coroutine;
};

Steps::Steps(Run* run, long long numbers) : state_(std::make_unique<State>(*run->state_, numbers)) {}

Steps::~Steps() = default;

void Steps::beRunner(const char* audit_config) {
  Run::State& run = state_->run;
  state_->coroutine = std::make_unique<Coroutine>([&run, audit = std::string(audit_config)] {
    run.engine.enlist();
    run.run(audit);
  });
}

void Steps::beIssuer() {
  Engine& engine = state_->run.engine;
  state_->coroutine = std::make_unique<Coroutine>([&engine] {
    engine.enlist();
    engine.api().issue();
  });
}

int Steps::next(long long steps) {
  State* const state = pointer<Steps>(steps)->state_.get();
  question = state;
  return state->coroutine->resume() ? state->kind : OVER;
}

}  // namespace loadharness
