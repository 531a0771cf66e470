// SPDX-License-Identifier: Apache-2.0
// The interface of a LoadGen run for the JVM. It uses only numbers, names and addresses.
#pragma once

#include <memory>

namespace loadharness {

// One run of LoadGen. It must be destroyed only after all its steps have ended and the run is closed. The threads that call
// `Steps::next` execute the run.
class Run final {
 public:
  // Throws std::runtime_error if the engine cannot be loaded.
  explicit Run(const char* engine_library);
  // The same without exceptions, for the JVM: null if the engine cannot be loaded. `loadFailure` then returns the reason on the
  // same thread.
  static Run* load(const char* engine_library);
  static const char* loadFailure();
  ~Run();
  void destroy() { delete this; }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const char* loadGenVersion() const;
  const char* mlperfConf() const;

  void setScenario(int scenario);
  enum { NO_MEMORY = -1 };
  // LoadGen's TestSettings::FromConfig; returns 0 on success, or NO_MEMORY.
  int applyConfig(const char* path, const char* model, const char* scenario, int type);
  // The fields of LoadGen's TestSettings by number. Real fields are floating-point numbers, all others are integers or flags.
  static int settingCount();
  static const char* settingName(int field);
  static bool isRealSetting(int field);
  double realSetting(int field) const;
  long long wholeSetting(int field) const;
  void setRealSetting(int field, double value);
  void setWholeSetting(int field, long long value);

  void setLogOptions(bool detail_to_stdout, bool summary_to_stdout, bool trace);
  // The next three functions return false if there is not enough memory.
  bool setLogFiles(const char* directory, const char* prefix, const char* suffix);
  bool setSystem(const char* name);
  bool setLibrary(const char* name, long long total_samples, long long performance_samples);
  // Creates a gate for responses in memory of `gateSize` bytes, which must outlive every thread that completes samples. Called
  // after all settings. `responses_read`: LoadGen reads the bytes of responses.
  void openGate(long long memory, bool responses_read);

  enum Outcome { ENDED, ABORTED, FAILED };
  // The outcome, valid after the runner's last step. After FAILED, failure() returns the reason.
  int outcome() const;
  const char* failure() const;
  // Ends the run, from any thread and any number of times: closes the gate, then makes LoadGen leave. This and the next function
  // take an address, because the JVM may have no memory to look up an object; they do nothing if it is 0.
  static void end(long long run);
  // Closes the gate after the last step.
  static void shut(long long run);
  // After `end`, if a callback does not return: writes the logs, provided that LoadGen cannot run in the meantime.
  void closeLogs();

  // Returns true while a callback is active.
  bool asks() const;

  // Admits the calling thread to complete samples even if the limit is reached.
  void enlist();

  // The next two functions copy the data at an address that a step contains.
  static void copySamples(long long samples, long long* ids_and_indices, int count);
  static void copyIndices(long long indices, int* to, int count);

  struct State;

 private:
  friend class Steps;
  std::unique_ptr<State> state_;
};

// Passes responses to the run behind a gate, from any thread and at any time. The caller ensures that each sample is completed or
// failed at most once, and not started after that. The functions take the address of the gate: if they
// took an object, JNI would have to look up the address.
class Responses final {
 public:
  enum Outcome {
    ACCEPTED,
    OVER,              // the gate is closed; the call had no effect
    TOO_MANY_THREADS,  // the limit of threads that complete samples is reached; the call had no effect
    ALREADY_COMPLETE,  // the query is already complete; the call had no effect
    OUT_OF_MEMORY,     // not enough memory; the run must end
  };

  static int gateSize();
  // Returns a counter of the gate.
  static long long count(long long gate, int what);

  static int start(long long gate, long long id, long long data, long long size);
  static int complete(long long gate, long long id, long long data, long long size, long long tokens);
  // Completes a sample with a part of a Java array.
  static int completeWithBytes(long long gate, long long id, const signed char* array, int offset, int size,
                               long long tokens);
  static int completeWithInts(long long gate, long long id, const int* array, int offset, int count, long long tokens);
  static int fail(long long gate, long long id);
  static int completeAll(long long gate, const long long* ids, int count);
  // The next two functions copy or complete the samples of the query of an ISSUE_BATCH step. LoadGen holds these samples.
  static int copyBatch(long long gate, long long number, long long* ids_and_indices);
  static int completeBatch(long long gate, long long number, int count);
};

// Runs LoadGen on one thread, step by step. The steps of the runner are the run itself; the steps of an issuer issue queries on its
// thread in Server.
class Steps final {
 public:
  // `numbers` is the address for the three numbers of a step. Data that they point to is valid until the next step.
  Steps(Run* run, long long numbers);
  // The same for the JVM. Also sets the role of the thread. Returns null if there is not enough memory.
  static Steps* prepare(Run* run, long long numbers, const char* audit_config, bool runner);
  ~Steps();
  void destroy() { delete this; }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  void beRunner(const char* audit_config);
  void beIssuer();

  enum Kind {
    OVER,            // the run is over on this thread
    ISSUE_SAMPLE,    // id and index; issue delay in nanoseconds
    ISSUE_SAMPLES,   // address and count of samples; issue delay in nanoseconds
    ISSUE_BATCH,     // number and count of samples that LoadGen holds until they are complete
    FLUSH_QUERIES,
    LOAD_SAMPLES,    // address and count of indices
    UNLOAD_SAMPLES,  // address and count of indices
  };
  // Resumes LoadGen after the last step until it requests the next one. Takes the address of the steps; always called on the same
  // thread.
  static int next(long long steps);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace loadharness
