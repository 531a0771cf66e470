// SPDX-License-Identifier: Apache-2.0
#include "loadgen_bridge.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "coroutine.h"
#include "engine.h"
#include "gate.h"
#include "intake.h"
#include "query_sample.h"
#include "query_sample_library.h"
#include "settings.h"
#include "system_under_test.h"

namespace loadharness {
namespace {

using mlperf::QuerySample;
using mlperf::QuerySampleIndex;

template <typename Pointed>
long long address(const Pointed* pointer) {
  return static_cast<long long>(reinterpret_cast<std::uintptr_t>(pointer));
}

template <typename Pointed>
Pointed* pointer(long long address) {
  return reinterpret_cast<Pointed*>(static_cast<std::uintptr_t>(address));
}

// Returns false if there is not enough memory. C++ exceptions must not reach the JVM.
template <typename Call>
bool fits(Call call) {
  try {
    call();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

template <typename Element>
long long count_of(const std::vector<Element>& elements) {
  return static_cast<long long>(elements.size());
}

// The step that LoadGen requests on the current thread.
class Question {
 public:
  virtual ~Question() = default;
  // Returns when the step is done.
  virtual void ask(Steps::Kind kind, long long first, long long second, long long third = 0) = 0;
};

thread_local Question* question = nullptr;

class System final : public mlperf::SystemUnderTest {
 public:
  System(const EngineApi& engine, Intake& intake) : engine_(engine), intake_(intake) {}

  // LoadGen reads the name as soon as its logs are open.
  const std::string& Name() override {
    asked_.store(true, std::memory_order_relaxed);
    return name;
  }

  void IssueQuery(const std::vector<QuerySample>& samples) override {
    if (engine_.abort_requested()) engine_.leave();
    if (samples.size() == 1) {
      question->ask(Steps::ISSUE_SAMPLE, static_cast<long long>(samples[0].id), static_cast<long long>(samples[0].index),
                    issue_delay(samples));
    } else if (offline) {
      // LoadGen holds the query until it is complete, therefore its millions of samples need not be copied yet.
      question->ask(Steps::ISSUE_BATCH, intake_.offer(samples.data(), samples.size()), count_of(samples));
    } else {
      question->ask(Steps::ISSUE_SAMPLES, address(samples.data()), count_of(samples), issue_delay(samples));
    }
    if (engine_.abort_requested()) engine_.leave();
  }

  void FlushQueries() override {
    question->ask(Steps::FLUSH_QUERIES, 0, 0);
    if (engine_.abort_requested()) engine_.leave();
  }

  bool asked() const { return asked_.load(std::memory_order_relaxed); }

  std::string name;
  bool offline = false;

 private:
  long long issue_delay(const std::vector<QuerySample>& samples) const { return engine_.issue_delay(samples[0].id).count(); }

  const EngineApi& engine_;
  Intake& intake_;
  std::atomic<bool> asked_{false};
};

class Library final : public mlperf::QuerySampleLibrary {
 public:
  Library(const EngineApi& engine, Intake& intake) : engine_(engine), intake_(intake) {}

  const std::string& Name() override { return name; }
  std::size_t TotalSampleCount() override { return total_samples; }
  std::size_t PerformanceSampleCount() override { return performance_samples; }

  void LoadSamplesToRam(const std::vector<QuerySampleIndex>& samples) override {
    intake_.expect_bytes(accuracy_sets > 0);
    if (accuracy_sets > 0) --accuracy_sets;
    question->ask(Steps::LOAD_SAMPLES, address(samples.data()), count_of(samples));
    if (engine_.abort_requested()) engine_.leave();
  }

  void UnloadSamplesFromRam(const std::vector<QuerySampleIndex>& samples) override {
    question->ask(Steps::UNLOAD_SAMPLES, address(samples.data()), count_of(samples));
    if (engine_.abort_requested()) engine_.leave();
  }

  std::string name;
  std::size_t total_samples = 0;
  std::size_t performance_samples = 0;
  // The number of remaining sets whose responses are checked; LoadGen loads them before all others.
  std::size_t accuracy_sets = 0;

 private:
  const EngineApi& engine_;
  Intake& intake_;
};

}  // namespace

struct Run::State {
  explicit State(const char* engine_library)
      : engine(engine_library), intake(engine), system(engine.api(), intake), library(engine.api(), intake) {}

  Engine engine;
  Intake intake;
  Gate* gate = nullptr;
  mlperf::TestSettings settings{};
  mlperf::LogSettings logs;
  System system;
  Library library;
  Outcome outcome = FAILED;
  std::string failure = "there is not enough memory";
  // The runner's callback flag, and the number of issuers in callbacks.
  std::atomic<bool> asking{false};
  std::atomic<int> asking_issuers{0};

  void run(const std::string& audit_config);
};

namespace {

thread_local std::string load_failure;

}  // namespace

Run::Run(const char* engine_library) : state_(std::make_unique<State>(engine_library)) {}

Run* Run::load(const char* engine_library) {
  try {
    return new Run(engine_library);
  } catch (const std::exception& e) {
    if (!fits([&e] { load_failure = e.what(); })) load_failure.clear();
    return nullptr;
  }
}

const char* Run::loadFailure() { return load_failure.c_str(); }

Run::~Run() = default;

const char* Run::loadGenVersion() const { return state_->engine.api().version(); }

const char* Run::mlperfConf() const { return state_->engine.api().mlperf_conf(); }

void Run::setScenario(int scenario) { state_->settings.scenario = static_cast<mlperf::TestScenario>(scenario); }

int Run::applyConfig(const char* path, const char* model, const char* scenario, int type) {
  int code = NO_MEMORY;
  fits([&] { code = state_->engine.api().from_config(&state_->settings, path, model, scenario, type); });
  return code;
}

int Run::settingCount() { return setting_count(); }

const char* Run::settingName(int field) { return setting_name(field); }

bool Run::isRealSetting(int field) { return setting_is_real(field); }

double Run::realSetting(int field) const { return real_setting(state_->settings, field); }

long long Run::wholeSetting(int field) const { return whole_setting(state_->settings, field); }

void Run::setRealSetting(int field, double value) { set_real(&state_->settings, field, value); }

void Run::setWholeSetting(int field, long long value) { set_whole(&state_->settings, field, value); }

bool Run::setLogFiles(const char* directory, const char* prefix, const char* suffix) {
  auto& output = state_->logs.log_output;
  output.prefix_with_datetime = false;
  return fits([&] {
    output.outdir = directory;
    output.prefix = prefix;
    output.suffix = suffix;
  });
}

void Run::setLogOptions(bool detail_to_stdout, bool summary_to_stdout, bool trace) {
  state_->logs.log_output.copy_detail_to_stdout = detail_to_stdout;
  state_->logs.log_output.copy_summary_to_stdout = summary_to_stdout;
  state_->logs.enable_trace = trace;
}

bool Run::setSystem(const char* name) {
  return fits([&] { state_->system.name = name; });
}

bool Run::setLibrary(const char* name, long long total_samples, long long performance_samples) {
  state_->library.total_samples = static_cast<std::size_t>(total_samples);
  state_->library.performance_samples = static_cast<std::size_t>(performance_samples);
  return fits([&] { state_->library.name = name; });
}

namespace {

std::size_t accuracy_sets(const mlperf::TestSettings& settings, const Library& library) {
  const std::size_t total = library.total_samples;
  const auto asked = static_cast<std::size_t>(settings.accuracy_sample_count_override);
  const auto set_override = static_cast<std::size_t>(settings.performance_sample_count_override);
  const std::size_t samples = asked == 0 ? total : std::min(asked, total);
  const std::size_t set = set_override == 0 ? library.performance_samples : set_override;
  return set == 0 ? 0 : (samples + set - 1) / set;
}

}  // namespace

void Run::openGate(long long memory, bool responses_read) {
  State& run = *state_;
  run.gate = new (reinterpret_cast<void*>(static_cast<std::uintptr_t>(memory))) Gate(&run.intake);
  run.intake.use(run.gate);
  const bool offline = run.settings.scenario == mlperf::TestScenario::Offline;
  run.system.offline = offline;
  const mlperf::TestSettings& settings = run.settings;
  const bool accuracy =
      settings.mode == mlperf::TestMode::AccuracyOnly || settings.mode == mlperf::TestMode::SubmissionRun;
  run.intake.expect_tokens(settings.use_token_latencies, settings.use_token_latencies && !offline, responses_read);
  run.library.accuracy_sets = accuracy ? accuracy_sets(settings, run.library) : 0;
}

void Run::State::run(const std::string& audit_config) {
  const EngineApi& api = engine.api();
  const auto end = api.start(&system, &library, settings, logs, audit_config, &failure);
  if (end == loadharness::Outcome::kEnded && !system.asked()) {
    api.request_abort();
    api.close_logs();
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

void Run::end(long long run) {
  if (run == 0) return;
  State& state = *pointer<Run>(run)->state_;
  state.gate->close();
  state.engine.api().request_abort();
}

void Run::shut(long long run) {
  if (run != 0) pointer<Run>(run)->state_->gate->close();
}

void Run::closeLogs() {
  const EngineApi& api = state_->engine.api();
  if (state_->asking.load() || api.awaits_issuers()) api.close_logs();
}

bool Run::asks() const { return state_->asking.load() || state_->asking_issuers.load() > 0; }

void Run::enlist() {
  fits([this] { state_->engine.enlist(); });  // without memory, its completions are rejected
}

void Run::copySamples(long long samples, long long* ids_and_indices, int count) {
  const QuerySample* const issued = pointer<const QuerySample>(samples);
  for (int i = 0; i < count; ++i) {
    ids_and_indices[2 * i] = static_cast<long long>(issued[i].id);
    ids_and_indices[2 * i + 1] = static_cast<long long>(issued[i].index);
  }
}

void Run::copyIndices(long long indices, int* to, int count) {
  const QuerySampleIndex* const from = pointer<const QuerySampleIndex>(indices);
  std::transform(from, from + count, to, [](QuerySampleIndex index) { return static_cast<int>(index); });
}

namespace {

// Makes a call that may complete samples through a gate. C++ exceptions do not reach the JVM.
template <typename Call>
int pass(long long gate_address, std::size_t samples, Call call) {
  Gate* const gate = pointer<Gate>(gate_address);
  Intake* const intake = gate->enter();
  if (intake == nullptr) return Responses::OVER;
  int outcome;
  try {
    outcome = intake->admit() ? call(*intake) : Responses::TOO_MANY_THREADS;
  } catch (...) {
    outcome = Responses::OUT_OF_MEMORY;
  }
  gate->leave(outcome == Responses::ACCEPTED ? samples : 0);
  return outcome;
}

}  // namespace

int Responses::gateSize() { return sizeof(Gate); }

long long Responses::count(long long gate, int what) {
  return pointer<Gate>(gate)->count(static_cast<Gate::Count>(what));
}

int Responses::start(long long gate, long long id, long long data, long long size) {
  return pass(gate, 0, [=](Intake& intake) {
    intake.start(static_cast<std::uint64_t>(id), pointer<unsigned char>(data), static_cast<std::size_t>(size));
    return ACCEPTED;
  });
}

int Responses::complete(long long gate, long long id, long long data, long long size, long long tokens) {
  return pass(gate, 1, [=](Intake& intake) {
    intake.complete({static_cast<mlperf::ResponseId>(id), static_cast<std::uintptr_t>(data),
                     static_cast<std::size_t>(size), tokens});
    return ACCEPTED;
  });
}

int Responses::completeWithBytes(long long gate, long long id, const signed char* array, int offset, int size,
                               long long tokens) {
  return complete(gate, id, address(array + offset), size, tokens);
}

int Responses::completeWithInts(long long gate, long long id, const int* array, int offset, int count,
                              long long tokens) {
  return complete(gate, id, address(array + offset), static_cast<long long>(count) * 4, tokens);
}

int Responses::fail(long long gate, long long id) {
  return pass(gate, 0, [=](Intake& intake) {
    intake.fail(static_cast<std::uint64_t>(id));
    return ACCEPTED;
  });
}

int Responses::completeAll(long long gate, const long long* ids, int count) {
  const auto size = static_cast<std::size_t>(count);
  return pass(gate, size, [=](Intake& intake) {
    intake.complete_all(ids, size);
    return ACCEPTED;
  });
}

int Responses::copyBatch(long long gate, long long number, long long* ids_and_indices) {
  return pass(gate, 0,
              [=](Intake& intake) { return intake.copy_offered(number, ids_and_indices) ? ACCEPTED : ALREADY_COMPLETE; });
}

int Responses::completeBatch(long long gate, long long number, int count) {
  return pass(gate, static_cast<std::size_t>(count),
              [=](Intake& intake) { return intake.complete_offered(number) ? ACCEPTED : ALREADY_COMPLETE; });
}

struct Steps::State final : Question {
  State(Run::State& run, long long numbers) : run(run), numbers(pointer<long long>(numbers)) {}

  void ask(Kind asked, long long first, long long second, long long third) override {
    kind = asked;
    numbers[0] = first;
    numbers[1] = second;
    numbers[2] = third;
    if (runner) {
      run.asking.store(true, std::memory_order_relaxed);
      coroutine->yield();
      // LoadGen checks for an abort after `asking` is false again. Other threads read `asking` long after they requested the
      // abort, therefore a compiler barrier is enough.
      run.asking.store(false, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      run.asking_issuers.fetch_add(1, std::memory_order_relaxed);
      coroutine->yield();
      run.asking_issuers.fetch_sub(1, std::memory_order_relaxed);
    }
  }

  Run::State& run;
  long long* const numbers;
  Kind kind = OVER;
  bool runner = false;
  std::unique_ptr<Coroutine> coroutine;
};

Steps::Steps(Run* run, long long numbers) : state_(std::make_unique<State>(*run->state_, numbers)) {}

Steps* Steps::prepare(Run* run, long long numbers, const char* audit_config, bool runner) {
  try {
    auto steps = std::make_unique<Steps>(run, numbers);
    if (runner) {
      steps->beRunner(audit_config);
    } else {
      steps->beIssuer();
    }
    return steps.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

Steps::~Steps() = default;

void Steps::beRunner(const char* audit_config) {
  Run::State& run = state_->run;
  state_->runner = true;
  state_->coroutine = std::make_unique<Coroutine>([&run, audit = std::string(audit_config)] {
    fits([&] {
      run.engine.enlist();
      run.run(audit);
    });
  });
}

void Steps::beIssuer() {
  Engine& engine = state_->run.engine;
  state_->coroutine = std::make_unique<Coroutine>([&engine] {
    const bool issued = fits([&] {
      engine.enlist();
      engine.api().issue();
    });
    if (!issued) engine.api().request_abort();  // LoadGen waits for this thread
  });
}

int Steps::next(long long steps) {
  State* const state = pointer<const Steps>(steps)->state_.get();
  question = state;
  return state->coroutine->resume() ? state->kind : OVER;
}

}  // namespace loadharness
