// SPDX-License-Identifier: Apache-2.0
#include <locale.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#include <exception>
#include <new>
#include <ostream>
#include <string>
#include <vector>

#include "abort.h"
#include "engine_api.h"
#include "issue_query_controller.h"
#include "loadgen.h"
#include "logging.h"
#include "query_sample.h"
#include "test_settings.h"
#include "version.h"

extern const char* mlperf_conf;

namespace loadharness {
namespace {

ThreadExits* thread_exits = nullptr;

// LoadGen reads numbers in the locale of the process; its files use the C locale.
class NumbersInC {
 public:
  NumbersInC() : numbers_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(uselocale(numbers_)) {}
  ~NumbersInC() {
    uselocale(before_);
    freelocale(numbers_);
  }
  NumbersInC(const NumbersInC&) = delete;
  NumbersInC& operator=(const NumbersInC&) = delete;

 private:
  const locale_t numbers_;
  const locale_t before_;
};

struct Global {
  void (*destroy)(void*);
  void* object;
};

// LoadGen's globals, in the order of their construction.
std::vector<Global>& globals() {
  alignas(std::vector<Global>) static unsigned char memory[sizeof(std::vector<Global>)];
  static auto* const made = new (memory) std::vector<Global>;
  return *made;
}

void destroy_globals() {
  for (auto global = globals().rbegin(); global != globals().rend(); ++global) global->destroy(global->object);
  globals().~vector();
}

void attach(ThreadExits* exits) { thread_exits = exits; }

// Until its files are open, LoadGen logs to standard error. There it would report each thread that issues queries.
void keep_off_the_console() {
  static std::ostream nowhere(nullptr);
  mlperf::logging::GlobalLogger().StartLogging(&nowhere, &nowhere, &nowhere, false, false);
}

Outcome start(mlperf::SystemUnderTest* sut, mlperf::QuerySampleLibrary* library, const mlperf::TestSettings& settings,
              const mlperf::LogSettings& logs, const std::string& audit_config, std::string* failure) {
  const RoleScope runner(Role::kRunner);
  const NumbersInC numbers;
  try {
    if (settings.scenario == mlperf::TestScenario::Server && settings.server_num_issue_query_threads > 0) {
      keep_off_the_console();
      await_issuers(static_cast<int>(settings.server_num_issue_query_threads));
    }
    mlperf::StartTest(sut, library, settings, logs, audit_config);
    return Outcome::kEnded;
  } catch (const Aborted&) {
    return Outcome::kAborted;
  } catch (const std::exception& e) {
    *failure = e.what();
  } catch (...) {
    *failure = "an unknown C++ exception";
  }
  request_abort();
  wind_up();
  return Outcome::kFailed;
}

void issue() {
  const RoleScope issuer(Role::kIssuer);
  try {
    mlperf::RegisterIssueQueryThread();
  } catch (const Aborted&) {
    // The runner leaves after all issuers.
  }
}

void complete(mlperf::QuerySampleResponse* responses, std::size_t count) {
  mlperf::QuerySamplesComplete(responses, count);
}

mlperf::loadgen::SampleMetadata* sample_of(std::uint64_t id) {
  return reinterpret_cast<mlperf::loadgen::SampleMetadata*>(id);
}

// Same as LoadGen's FirstTokenComplete, but with a given time. LoadGen's function reads the clock itself.
void first_token(std::uint64_t id, Clock::time_point at) {
  mlperf::loadgen::SampleMetadata* const sample = sample_of(id);
  mlperf::QuerySampleResponse none{id, 0, 0, 0};
  sample->query_metadata->response_delegate->TokenComplete(sample, &none, at, {});
}

// LoadGen's own function copies the bytes and never frees the copy.
void first_token_bytes(std::uint64_t id, Clock::time_point at, const TokenBytes& bytes) {
  mlperf::logging::Log([sample = sample_of(id), at, copy = bytes.get()](mlperf::logging::AsyncLog& log) {
    const std::chrono::nanoseconds latency = at - sample->query_metadata->scheduled_time;
    log.CacheToken(sample->sequence_id, {const_cast<std::vector<std::uint8_t>*>(copy)});
    log.RecordTokenCompletion(sample->sequence_id, at, latency.count());
  });
}

void forget(TokenBytes bytes) {
  mlperf::logging::Log([kept = std::move(bytes)](mlperf::logging::AsyncLog&) {});
}

std::chrono::nanoseconds issue_delay(std::uint64_t id) {
  const mlperf::loadgen::QueryMetadata& query = *sample_of(id)->query_metadata;
  return query.issued_start_time - query.scheduled_time;
}

int from_config(mlperf::TestSettings* settings, const std::string& path, const std::string& model,
                const std::string& scenario, int type) {
  const NumbersInC numbers;
  return settings->FromConfig(path, model, scenario, type);
}

const char* version() { return mlperf::LoadgenVersion().c_str(); }

const char* conf() { return mlperf_conf; }

constexpr EngineApi kApi = {attach,          destroy_globals,   start,      issue,       request_abort, abort_requested,
                            leave,           awaits_issuers,    close_logs, complete,    first_token,   first_token_bytes,
                            forget,          issue_delay,          from_config, version,   conf};

}  // namespace
}  // namespace loadharness

extern "C" const loadharness::EngineApi* loadharness_engine() { return &loadharness::kApi; }

// The compiler calls these functions for each object whose destructor runs at the exit of its thread or of the process.

#if defined(__linux__)

// The C library's version keeps the engine loaded until the thread exits: a pool thread that completed one sample would keep its
// engine forever.
extern "C" int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* /*library*/) noexcept {
  loadharness::thread_exits->add(destroy, object);
  return 0;
}

// The C library's version destroys LoadGen under its running threads when the process exits during a run.
extern "C" int __cxa_atexit(void (*destroy)(void*), void* object, void* /*library*/) noexcept {
  loadharness::globals().push_back({destroy, object});
  return 0;
}

#endif
