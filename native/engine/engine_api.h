// What a copy of the engine offers to the bridge: LoadGen's own entry points and the means to end a run early.
#pragma once

#include <cstddef>
#include <string>

namespace mlperf {
struct LogSettings;
struct QuerySampleResponse;
struct TestSettings;
class QuerySampleLibrary;
class SystemUnderTest;
}  // namespace mlperf

namespace loadharness {

enum class Outcome { kEnded, kAborted, kFailed };

// Takes the destructors of thread-local objects that LoadGen makes on the calling thread. Whoever implements it runs them
// when that thread exits, unless the engine is unloaded first: LoadGen then destroys those objects itself.
class ThreadExits {
 public:
  virtual ~ThreadExits() = default;
  virtual void add(void (*destroy)(void*), void* object) = 0;
};

// All functions of one engine copy. Lives as long as the copy is loaded.
struct EngineApi {
  // Called once, before anything else.
  void (*attach)(ThreadExits* exits);
  // Called once, after everything else and before the engine is unloaded.
  void (*destroy_globals)();

  // mlperf::StartTest. Blocks until the run is over; on failure `failure` says why.
  Outcome (*start)(mlperf::SystemUnderTest*, mlperf::QuerySampleLibrary*, const mlperf::TestSettings&,
                   const mlperf::LogSettings&, const std::string& audit_config, std::string* failure);
  // mlperf::RegisterIssueQueryThread. Blocks until the run is over.
  void (*issue)();

  // From any thread: makes the threads inside `start` and `issue` leave at the next point where LoadGen waits or issues.
  void (*request_abort)();
  bool (*abort_requested)();
  // On a thread inside `start` or `issue`, after an abort was requested: flushes the logs and throws out of LoadGen.
  void (*leave)();
  // After `start` returned without ever asking for a name: LoadGen could not open its logs and left its logger running.
  void (*wind_up)();

  void (*complete)(mlperf::QuerySampleResponse*, std::size_t count);
  void (*first_token)(mlperf::QuerySampleResponse*, std::size_t count);

  int (*from_config)(mlperf::TestSettings*, const std::string& path, const std::string& model,
                     const std::string& scenario, int type);
  const char* (*version)();
  const char* (*mlperf_conf)();
};

}  // namespace loadharness

// The only symbol that the engine exports.
extern "C" __attribute__((visibility("default"))) const loadharness::EngineApi* loadharness_engine();
