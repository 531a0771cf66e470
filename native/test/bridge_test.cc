// SPDX-License-Identifier: Apache-2.0
// Runs LoadGen through the bridge without a JVM; built with and without sanitizers.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "loadgen_bridge.h"

namespace {

using loadharness::Responses;
using loadharness::Run;
using loadharness::Steps;
namespace fs = std::filesystem;

enum Scenario { kSingleStream, kMultiStream, kServer, kOffline };

const char* engine_library;

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                               \
    }                                                                             \
  } while (false)

long long address(const void* pointer) { return static_cast<long long>(reinterpret_cast<std::uintptr_t>(pointer)); }

struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "bridge_test_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  std::string read(const std::string& file) const {
    std::ifstream in(path / file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  fs::path path;
};

// The settings of a run.
struct Callbacks {
  virtual ~Callbacks() = default;
  virtual void issueSample(long long id, long long index) = 0;
  virtual void issueSamples(long long samples, long long count) = 0;
  virtual void issueBatch(long long number, long long count) = 0;
  virtual void flushQueries() = 0;
  virtual void loadSamples(long long indices, long long count) = 0;
  virtual void unloadSamples(long long indices, long long count) = 0;

  // Runs all steps of the calling thread.
  void take(Steps& steps, const long long* numbers) {
    for (;;) {
      switch (Steps::next(address(&steps))) {
        case Steps::OVER:
          return;
        case Steps::ISSUE_SAMPLE:
          issueSample(numbers[0], numbers[1]);
          break;
        case Steps::ISSUE_SAMPLES:
          issueSamples(numbers[0], numbers[1]);
          break;
        case Steps::ISSUE_BATCH:
          issueBatch(numbers[0], numbers[1]);
          break;
        case Steps::FLUSH_QUERIES:
          flushQueries();
          break;
        case Steps::LOAD_SAMPLES:
          loadSamples(numbers[0], numbers[1]);
          break;
        case Steps::UNLOAD_SAMPLES:
          unloadSamples(numbers[0], numbers[1]);
          break;
        default:
          CHECK(!"a step that is known");
      }
    }
  }
};


// Completes samples on the issuing thread.
struct Inline : Callbacks {
  void issueSample(long long id, long long) override {
    ++issued;
    CHECK(complete(id) == Responses::ACCEPTED);
  }
  void issueSamples(long long samples, long long count) override {
    issued += count;
    std::vector<long long> ids_and_indices(static_cast<std::size_t>(2 * count));
    Run::copySamples(samples, ids_and_indices.data(), static_cast<int>(count));
    std::vector<long long> ids;
    for (std::size_t i = 0; i < ids_and_indices.size(); i += 2) ids.push_back(ids_and_indices[i]);
    CHECK(Responses::completeAll(address(gate), ids.data(), static_cast<int>(count)) == Responses::ACCEPTED);
  }
  void issueBatch(long long number, long long count) override {
    issued += count;
    CHECK(Responses::completeBatch(address(gate), number, static_cast<int>(count)) == Responses::ACCEPTED);
  }
  void flushQueries() override { ++flushed; }
  void loadSamples(long long indices, long long count) override {
    std::vector<int> copy(static_cast<std::size_t>(count));
    Run::copyIndices(indices, copy.data(), static_cast<int>(count));
    for (int index : copy) CHECK(index >= 0 && index < 5000);
    ++loaded;
  }
  void unloadSamples(long long, long long) override { ++unloaded; }

  int complete(long long id) const { return Responses::complete(address(gate), id, 0, 0, 0); }

  Run* run = nullptr;
  alignas(64) unsigned char gate[256];
  std::atomic<long long> issued{0};
  int flushed = 0, loaded = 0, unloaded = 0;
};

// Never completes a sample.
struct Silent : Inline {
  void issueSample(long long, long long) override { ++issued; }
  void issueSamples(long long, long long count) override { issued += count; }
  void issueBatch(long long, long long count) override { issued += count; }
};

int start(Run& run, Inline& callbacks) {
  CHECK(static_cast<std::size_t>(Responses::gateSize()) <= sizeof(callbacks.gate));
  run.openGate(address(callbacks.gate), true);
  long long numbers[3];
  Steps steps(&run, address(numbers));
  steps.beRunner("");
  callbacks.take(steps, numbers);
  Run::shut(address(&run));
  CHECK(callbacks.complete(1) == Responses::OVER);
  return run.outcome();
}

void issue(Run& run, Callbacks& callbacks) {
  long long numbers[3];
  Steps steps(&run, address(numbers));
  steps.beIssuer();
  callbacks.take(steps, numbers);
}

int field(const std::string& name) {
  for (int i = 0; i < Run::settingCount(); ++i) {
    if (name == Run::settingName(i)) return i;
  }
  CHECK(!"a field of this name");
  return -1;
}

void set_up(Run& run, Inline& callbacks, Scenario scenario, const Folder& folder) {
  callbacks.run = &run;
  run.setScenario(scenario);
  run.setRealSetting(field("single_stream_expected_latency_ns"), 100000);
  run.setRealSetting(field("multi_stream_expected_latency_ns"), 100000);
  run.setRealSetting(field("server_target_qps"), 2000);
  run.setRealSetting(field("offline_expected_qps"), 20000);
  run.setWholeSetting(field("min_duration_ms"), 100);
  run.setLogFiles(folder.path.c_str(), "mlperf_log_", "");
  run.setLogOptions(false, false, false);
  run.setSystem("inline");
  run.setLibrary("numbers", 64, 64);
}

void runs_each_scenario() {
  for (Scenario scenario : {kSingleStream, kMultiStream, kServer, kOffline}) {
    Folder folder;
    Run run(engine_library);
    Inline callbacks;
    set_up(run, callbacks, scenario, folder);
    CHECK(start(run, callbacks) == Run::ENDED);
    CHECK(callbacks.issued > 0 && callbacks.flushed == 1 && callbacks.loaded == 1 && callbacks.unloaded == 1);
    CHECK(folder.read("mlperf_log_detail.txt").find("result_validity") != std::string::npos);
  }
}

void ends_where_logs_cannot_be_written() {
  Folder folder;
  Run run(engine_library);
  Inline callbacks;
  set_up(run, callbacks, kOffline, folder);
  run.setLogFiles((folder.path / "missing").c_str(), "x", "");
  CHECK(start(run, callbacks) == Run::FAILED);
  CHECK(std::string(run.failure()).find("missing") != std::string::npos);
}

// Aborts in every wait of LoadGen: for the schedule, for a query, for the last samples, for its issuing threads.
void aborts(Scenario scenario, int issuers) {
  Folder folder;
  Run run(engine_library);
  Silent callbacks;
  set_up(run, callbacks, scenario, folder);
  run.setRealSetting(field("server_target_qps"), 0.5);
  run.setWholeSetting(field("min_duration_ms"), 100000);
  run.setWholeSetting(field("server_num_issue_query_threads"), issuers);
  std::vector<std::thread> threads;
  for (int i = 0; i < issuers; ++i) threads.emplace_back([&run, &callbacks] { issue(run, callbacks); });
  threads.emplace_back([&] {
    while (callbacks.issued == 0) std::this_thread::yield();
    Run::end(address(&run));
  });
  CHECK(start(run, callbacks) == Run::ABORTED);
  for (auto& thread : threads) thread.join();
  CHECK(folder.read("mlperf_log_detail.txt").find("effective_scenario") != std::string::npos);
}

void aborts_from_a_callback() {
  struct Aborting : Inline {
    void issueSample(long long id, long long index) override {
      Inline::issueSample(id, index);
      if (issued == 10) Run::end(address(run));
    }
  };
  for (Scenario scenario : {kSingleStream, kServer}) {
    Folder folder;
    Run run(engine_library);
    Aborting callbacks;
    set_up(run, callbacks, scenario, folder);
    CHECK(start(run, callbacks) == Run::ABORTED);
    CHECK(callbacks.issued == 10);
  }
}

constexpr int kAccuracyOnly = 1;
const unsigned char kBytes[] = {1, 2, 3, 4};

void set_up_tokens(Run& run, Inline& callbacks, Scenario scenario, const Folder& folder) {
  set_up(run, callbacks, scenario, folder);
  run.setWholeSetting(field("mode"), kAccuracyOnly);
  run.setWholeSetting(field("use_token_latencies"), 1);
}

// LoadGen reads first tokens that were never reported.
void completes_without_first_tokens() {
  struct Poor : Inline {
    void issueSample(long long id, long long) override {
      ++issued;
      const auto gate = address(this->gate);
      CHECK((issued % 2 == 0 ? Responses::fail(gate, id) : Responses::complete(gate, id, address(kBytes), 4, 7)) ==
            Responses::ACCEPTED);
    }
  };
  for (Scenario scenario : {kSingleStream, kMultiStream, kServer, kOffline}) {
    Folder folder;
    Run run(engine_library);
    Poor callbacks;
    set_up_tokens(run, callbacks, scenario, folder);
    CHECK(start(run, callbacks) == Run::ENDED);
    CHECK(callbacks.issued == 64);
    CHECK(folder.read("mlperf_log_accuracy.json").find("]") != std::string::npos);
  }
}

// The caller copies a query of Offline after LoadGen has freed it.
void knows_no_complete_query() {
  struct Curious : Inline {
    void issueBatch(long long number, long long count) override {
      std::vector<long long> copy(static_cast<std::size_t>(2 * count));
      CHECK(Responses::copyBatch(address(gate), number, copy.data()) == Responses::ACCEPTED);
      CHECK(Responses::copyBatch(address(gate), number - 1, copy.data()) == Responses::ALREADY_COMPLETE);
      Inline::issueBatch(number, count);
      CHECK(Responses::copyBatch(address(gate), number, copy.data()) == Responses::ALREADY_COMPLETE);
      CHECK(Responses::completeBatch(address(gate), number, static_cast<int>(count)) == Responses::ALREADY_COMPLETE);
    }
  };
  Folder folder;
  Run run(engine_library);
  Curious callbacks;
  set_up(run, callbacks, kOffline, folder);
  run.setWholeSetting(field("mode"), kAccuracyOnly);
  run.setLibrary("numbers", 64, 16);
  CHECK(start(run, callbacks) == Run::ENDED);
  CHECK(callbacks.issued == 64 && callbacks.loaded == 4);
}

// A callback hangs while the process exits.
void closes_logs_under_a_callback() {
  struct Hanging : Inline {
    void issueSample(long long id, long long index) override {
      Inline::issueSample(id, index);
      if (issued < 10) return;
      std::thread([this] {
        Run::end(address(run));
        run->closeLogs();
      }).join();
      written = folder->read("mlperf_log_accuracy.json");
    }
    const Folder* folder = nullptr;
    std::string written;
  };
  Folder folder;
  Run run(engine_library);
  Hanging callbacks;
  callbacks.folder = &folder;
  set_up(run, callbacks, kSingleStream, folder);
  run.setWholeSetting(field("mode"), kAccuracyOnly);
  CHECK(start(run, callbacks) == Run::ABORTED);
  CHECK(callbacks.written.find("]") != std::string::npos);
}

// A thread that outlives many runs and completes samples in all of them.
class Worker {
 public:
  Worker() : thread_([this] { work(); }) {}
  ~Worker() {
    post(nullptr);
    thread_.join();
  }
  void post(std::function<void()> task) {
    std::lock_guard<std::mutex> lock(mutex_);
    tasks_.push_back(std::move(task));
    posted_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      posted_.wait(lock, [this] { return !tasks_.empty(); });
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      if (!task) return;
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> tasks_;
  std::thread thread_;
};

struct OnWorkers : Inline {
  explicit OnWorkers(std::vector<Worker>& workers) : workers(workers) {}
  void issueSample(long long id, long long) override {
    const auto n = static_cast<std::size_t>(issued++);
    workers[n % workers.size()].post([this, id] {
      CHECK(complete(id) == Responses::ACCEPTED);
      ++done;
    });
  }
  std::vector<Worker>& workers;
  std::atomic<long long> done{0};
};

// One worker reports the first token, another the end.
struct InTwoSteps : OnWorkers {
  using OnWorkers::OnWorkers;
  void issueSample(long long id, long long) override {
    const auto n = static_cast<std::size_t>(issued++);
    workers[n % workers.size()].post([this, id, n] {
      CHECK(Responses::start(address(gate), id, address(kBytes), 4) == Responses::ACCEPTED);
      workers[(n + 1) % workers.size()].post([this, id] {
        CHECK(Responses::complete(address(gate), id, address(kBytes), 4, 2) == Responses::ACCEPTED);
        ++done;
      });
    });
  }
};

void takes_first_tokens_on_other_threads() {
  std::vector<Worker> workers(4);
  Folder folder;
  Run run(engine_library);
  InTwoSteps callbacks(workers);
  set_up_tokens(run, callbacks, kServer, folder);
  run.setLibrary("numbers", 5000, 5000);
  run.setRealSetting(field("server_target_qps"), 20000);
  CHECK(start(run, callbacks) == Run::ENDED);
  CHECK(callbacks.done == 5000);
  CHECK(folder.read("mlperf_log_detail.txt").find("first token latency") == std::string::npos);
  const std::string log = folder.read("mlperf_log_accuracy.json");
  std::size_t tokens = 0;
  for (auto at = log.find("01020304"); at != std::string::npos; at = log.find("01020304", at + 1)) ++tokens;
  CHECK(tokens == 2 * 5000);
}

void one_run_on(std::vector<Worker>& workers) {
  Folder folder;
  Run run(engine_library);
  OnWorkers callbacks(workers);
  set_up(run, callbacks, kServer, folder);
  CHECK(start(run, callbacks) == Run::ENDED);
  while (callbacks.done != callbacks.issued) std::this_thread::yield();
}

void runs_after_and_beside_each_other_on_the_same_workers() {
  std::vector<Worker> workers(4);
  for (int i = 0; i < 10; ++i) one_run_on(workers);
  std::vector<std::thread> runs;
  for (int i = 0; i < 4; ++i) runs.emplace_back([&workers] { one_run_on(workers); });
  for (auto& run : runs) run.join();
}

void completes_on_threads_that_exit() {
  struct OnNewThreads : Inline {
    void issueSample(long long id, long long) override {
      ++issued;
      threads.emplace_back([this, id] { CHECK(complete(id) == Responses::ACCEPTED); });
      if (threads.size() > 100) join();
    }
    void flushQueries() override { join(); }
    void join() {
      for (auto& thread : threads) thread.join();
      threads.clear();
    }
    std::vector<std::thread> threads;
  };
  Folder folder;
  Run run(engine_library);
  OnNewThreads callbacks;
  set_up(run, callbacks, kServer, folder);
  run.setWholeSetting(field("min_query_count"), 2000);
  CHECK(start(run, callbacks) == Run::ENDED);
  CHECK(callbacks.issued >= 2000);
}

void refuses_more_threads_than_loadgen_bears() {
  struct OnManyThreads : Inline {
    void issueSample(long long id, long long) override {
      ++issued;
      threads.emplace_back([this, id] {
        if (complete(id) == Responses::TOO_MANY_THREADS) {
          std::lock_guard<std::mutex> lock(mutex);
          refused.push_back(id);
        }
        ++tried;
        while (!leave) std::this_thread::yield();
      });
    }
    void flushQueries() override {
      while (tried != issued) std::this_thread::yield();
      for (long long id : refused) CHECK(complete(id) == Responses::ACCEPTED);
      leave = true;
      for (auto& thread : threads) thread.join();
    }
    std::mutex mutex;
    std::vector<long long> refused;
    std::vector<std::thread> threads;
    std::atomic<long long> tried{0};
    std::atomic<bool> leave{false};
  };
  Folder folder;
  Run run(engine_library);
  OnManyThreads callbacks;
  set_up(run, callbacks, kServer, folder);
  run.setWholeSetting(field("min_query_count"), 300);
  run.setWholeSetting(field("min_duration_ms"), 1);
  CHECK(start(run, callbacks) == Run::ENDED);
  CHECK(!callbacks.refused.empty());
}

void knows_every_setting() {
  Run run(engine_library);
  CHECK(run.wholeSetting(field("min_query_count")) == 100);
  CHECK(run.realSetting(field("server_target_qps")) == 1);
  CHECK(run.wholeSetting(field("min_duration_ms")) == 10000);
  for (int i = 0; i < Run::settingCount(); ++i) {
    if (Run::isRealSetting(i)) {
      run.setRealSetting(i, 0.25);
      CHECK(run.realSetting(i) == 0.25);
    } else {
      run.setWholeSetting(i, 1);
      CHECK(run.wholeSetting(i) == 1);
    }
  }
  CHECK(run.applyConfig("", "*", "Server", 0) == 0);
  CHECK(run.wholeSetting(field("qsl_rng_seed")) > 1);
  CHECK(std::string(run.mlperfConf()).find("qsl_rng_seed") != std::string::npos);
}

}  // namespace

#define RUN(test)              \
  do {                         \
    std::puts(#test);          \
    std::fflush(stdout);       \
    test;                      \
  } while (false)

int main(int, char** arguments) {
  engine_library = arguments[1];
  RUN(knows_every_setting());
  RUN(runs_each_scenario());
  RUN(ends_where_logs_cannot_be_written());
  RUN(aborts(kServer, 0));
  RUN(aborts(kOffline, 0));
  RUN(aborts(kServer, 3));
  RUN(aborts(kSingleStream, 0));
  RUN(aborts(kMultiStream, 0));
  RUN(aborts_from_a_callback());
  RUN(closes_logs_under_a_callback());
  RUN(completes_without_first_tokens());
  RUN(knows_no_complete_query());
  RUN(takes_first_tokens_on_other_threads());
  RUN(runs_after_and_beside_each_other_on_the_same_workers());
  RUN(completes_on_threads_that_exit());
  RUN(refuses_more_threads_than_loadgen_bears());
  std::puts("all passed");
}
