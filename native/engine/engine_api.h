// SPDX-License-Identifier: Apache-2.0
// The functions that a copy of the engine offers to the bridge: LoadGen's own entry points and functions that end a run early.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlperf {
struct LogSettings;
struct QuerySampleResponse;
struct TestSettings;
class QuerySampleLibrary;
class SystemUnderTest;
}  // namespace mlperf

namespace loadharness {

enum class Outcome { kEnded, kAborted, kFailed };

// The clock of LoadGen's latencies.
using Clock = std::chrono::high_resolution_clock;

// The bytes of a first token.
using TokenBytes = std::shared_ptr<const std::vector<std::uint8_t>>;

// Receives the destructors of thread-local objects that LoadGen creates on the calling thread. The implementation runs them when
// that thread exits, unless the engine is unloaded first: LoadGen then destroys those objects itself.
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

  // mlperf::StartTest. Blocks until the run is over. On failure, `failure` is the reason.
  Outcome (*start)(mlperf::SystemUnderTest*, mlperf::QuerySampleLibrary*, const mlperf::TestSettings&,
                   const mlperf::LogSettings&, const std::string& audit_config, std::string* failure);
  // mlperf::RegisterIssueQueryThread. Blocks until the run is over.
  void (*issue)();

  // From any thread: makes the threads inside `start` and `issue` leave at the next point where LoadGen waits or issues.
  void (*request_abort)();
  bool (*abort_requested)();
  // On a thread inside `start` or `issue`, after an abort was requested: closes the logs and throws out of LoadGen.
  void (*leave)();
  // Returns true if the thread inside `start` only waits for the issuers to leave.
  bool (*awaits_issuers)();
  // Writes and closes the logs. After that, threads may only leave LoadGen. Later calls have no effect.
  void (*close_logs)();

  void (*complete)(mlperf::QuerySampleResponse*, std::size_t count);
  // Same as mlperf::FirstTokenComplete for one sample, with the time of its first token. For runs in which LoadGen reads no bytes.
  void (*first_token)(std::uint64_t id, Clock::time_point at);
  // The same for runs in which LoadGen reads bytes. The bytes stay until the sample is complete and `forget` is called.
  void (*first_token_bytes)(std::uint64_t id, Clock::time_point at, const TokenBytes& bytes);
  // On the thread that completed the sample: releases the bytes as soon as LoadGen has written the sample's response.
  void (*forget)(TokenBytes bytes);

  // The delay with which LoadGen issues the query of a sample, from its scheduled start.
  std::chrono::nanoseconds (*issue_delay)(std::uint64_t id);

  int (*from_config)(mlperf::TestSettings*, const std::string& path, const std::string& model,
                     const std::string& scenario, int type);
  const char* (*version)();
  const char* (*mlperf_conf)();
};

}  // namespace loadharness

// The only symbol that the engine exports.
extern "C" __attribute__((visibility("default"))) const loadharness::EngineApi* loadharness_engine();
