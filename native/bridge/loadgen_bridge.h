// SPDX-License-Identifier: Apache-2.0
// One run of LoadGen as the JVM sees it: numbers, names and addresses only.
#pragma once

#include <memory>

namespace loadharness {

// Has one owner. One thread sets it up, and destroys it when all steps are over and the run is closed; the threads of its steps run
// it.
class Run final {
 public:
  // Throws std::runtime_error if the engine cannot be loaded.
  explicit Run(const char* engine_library);
  // The same for the JVM, which C++ must not throw into: null if it cannot be loaded, and then, on the same thread, why.
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
  // LoadGen's TestSettings::FromConfig; 0 when all went well, or NO_MEMORY.
  int applyConfig(const char* path, const char* model, const char* scenario, int type);
  // The fields of LoadGen's TestSettings, each by its number; real ones are floating point, all others whole numbers or flags.
  static int settingCount();
  static const char* settingName(int field);
  static bool isRealSetting(int field);
  double realSetting(int field) const;
  long long wholeSetting(int field) const;
  void setRealSetting(int field, double value);
  void setWholeSetting(int field, long long value);

  void setLogOptions(bool detail_to_stdout, bool summary_to_stdout, bool trace);
  // These three return whether there was memory for it.
  bool setLogFiles(const char* directory, const char* prefix, const char* suffix);
  bool setSystem(const char* name);
  bool setLibrary(const char* name, long long total_samples, long long performance_samples);
  // Makes a gate for answers out of memory of the size of one, which has to outlive whoever answers. After all settings. LoadGen
  // reads the bytes of answers, or of none.
  void openGate(long long memory, bool answers_read);

  enum Outcome { ENDED, ABORTED, FAILED };
  // How it went, when the runner's last step was taken. After FAILED, failure() says why.
  int outcome() const;
  const char* failure() const;
  // Ends the run, from any thread and any number of times: what comes through the gate from now on is refused, then LoadGen is made
  // to leave. This and the next take an address, for a JVM that may have no memory to look an object up, and do nothing at 0.
  static void end(long long run);
  // After the last step: what comes through the gate from now on is refused.
  static void shut(long long run);
  // After `end`, when a callback does not return: writes out the logs, if LoadGen can be relied on to stay where it is.
  void closeLogs();

  // Whether a callback has not returned yet.
  bool asks() const;

  // Lets the calling thread complete samples, whatever the number of threads that do.
  void enlist();

  // Copies what a step gave the address of.
  static void copySamples(long long samples, long long* ids_and_indices, int count);
  static void copyIndices(long long indices, int* to, int count);

  struct State;

 private:
  friend class Steps;
  std::unique_ptr<State> state_;
};

// Hands answers to the run behind a gate, from any thread and at any time. Each sample is completed or failed at most once, and not
// started after that; the caller sees to it. Takes the address of the gate, which JNI has at once while it looks an object's up.
class Answers final {
 public:
  enum Outcome {
    TAKEN,
    OVER,     // the gate is closed; nothing was done
    CROWDED,  // too many threads complete samples already; nothing was done
    GONE,     // the query is complete; nothing was done
    BROKEN,   // there is no memory left; the run has to end
  };

  static int gateSize();
  // One of what the gate counts.
  static long long count(long long gate, int what);

  static int start(long long gate, long long id, long long data, long long size);
  static int complete(long long gate, long long id, long long data, long long size, long long tokens);
  // With an answer that is part of a Java array.
  static int completeWithBytes(long long gate, long long id, const signed char* array, int offset, int size,
                               long long tokens);
  static int completeWithInts(long long gate, long long id, const int* array, int offset, int count, long long tokens);
  static int fail(long long gate, long long id);
  static int completeAll(long long gate, const long long* ids, int count);
  // For the query of a step that stays with LoadGen.
  static int copyBatch(long long gate, long long number, long long* ids_and_indices);
  static int completeBatch(long long gate, long long number, int count);
};

// LoadGen on one thread, from one question to the next. The runner's steps are the run itself; an issuer's make its thread one of
// those that issue queries in Server.
class Steps final {
 public:
  // Where the three numbers of a step are put; what the addresses among them point to stays until the next step.
  Steps(Run* run, long long numbers);
  // The same for the JVM, and what the thread is made: null if there is no memory for it.
  static Steps* prepare(Run* run, long long numbers, const char* audit_config, bool runner);
  ~Steps();
  void destroy() { delete this; }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  void beRunner(const char* audit_config);
  void beIssuer();

  enum Kind {
    OVER,            // it is over on this thread
    ISSUE_SAMPLE,    // id and index; by how many nanoseconds it is issued late
    ISSUE_SAMPLES,   // address and count of samples; the same
    ISSUE_BATCH,     // number and count of samples that stay with LoadGen until they are complete
    FLUSH_QUERIES,
    LOAD_SAMPLES,    // address and count of indices
    UNLOAD_SAMPLES,  // address and count of indices
  };
  // Lets LoadGen go on, the last step being done, until it asks for the next. Takes the address of the steps; always called on the
  // same thread.
  static int next(long long steps);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace loadharness
