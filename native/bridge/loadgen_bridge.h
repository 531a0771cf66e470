// One run of LoadGen as the JVM sees it: numbers, names and addresses only.
#pragma once

#include <memory>

namespace loadharness {

// Has one owner. One thread sets it up and destroys it when no thread is inside it any more; the threads of its steps run it. The
// methods that hand answers to LoadGen may be called by any thread, for samples that were issued and not yet completed, until the
// runner's last step or abort, whichever is first; the owner sees to that.
class Run final {
 public:
  // Throws std::runtime_error if the engine cannot be loaded.
  explicit Run(const char* engine_library);
  ~Run();
  void destroy() { delete this; }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const char* loadGenVersion() const;
  const char* mlperfConf() const;

  void setScenario(int scenario);
  // LoadGen's TestSettings::FromConfig; 0 when all went well.
  int applyConfig(const char* path, const char* model, const char* scenario, int type);
  // The fields of LoadGen's TestSettings, each by its number; real ones are floating point, all others whole numbers or flags.
  static int settingCount();
  static const char* settingName(int field);
  static bool isRealSetting(int field);
  double realSetting(int field) const;
  long long wholeSetting(int field) const;
  void setRealSetting(int field, double value);
  void setWholeSetting(int field, long long value);

  void setLogFiles(const char* directory, const char* prefix, const char* suffix, bool prefix_with_datetime);
  void setLogOptions(bool detail_to_stdout, bool summary_to_stdout, long long poll_interval_ms, bool trace);
  void setSystem(const char* name);
  void setLibrary(const char* name, long long total_samples, long long performance_samples);

  enum Outcome { ENDED, ABORTED, FAILED };
  // How it went, when the runner's last step was taken. After FAILED, failure() says why.
  int outcome() const;
  const char* failure() const;
  // From any thread, any number of times.
  void abort();

  // Lets the calling thread complete samples, whatever the number of threads that do.
  void enlist();
  // Hand answers to the run at an address, which JNI has at once while it looks an object's up. False: too many threads do so
  // already, nothing was done.
  static bool complete(long long run, long long id, long long data, long long size, long long tokens);
  // With an answer that is part of a Java array.
  static bool completeWithBytes(long long run, long long id, const signed char* array, int offset, int size,
                                long long tokens);
  static bool completeWithInts(long long run, long long id, const int* array, int offset, int count, long long tokens);
  static bool firstToken(long long run, long long id, long long data, long long size);
  static bool completeAll(long long run, const long long* ids, int count);
  // Completes a query of a step as a whole.
  static bool completeBatch(long long run, long long samples, long long count);

  // Copy what a step gave the address of.
  static void copySamples(long long samples, long long* ids_and_indices, int count);
  static void copyIndices(long long indices, int* to, int count);

  struct State;

 private:
  friend class Steps;
  std::unique_ptr<State> state_;
};

// LoadGen on one thread, from one question to the next. The runner's steps are the run itself; an issuer's make its thread one of
// those that issue queries in Server.
class Steps final {
 public:
  // Where the two numbers of a step are put; what the addresses among them point to stays until the next step, and an Offline
  // query until the run ends.
  Steps(Run* run, long long numbers);
  ~Steps();
  void destroy() { delete this; }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  void beRunner(const char* audit_config);
  void beIssuer();

  enum Kind {
    OVER,            // it is over on this thread
    ISSUE_SAMPLE,    // id and index
    ISSUE_BATCH,     // address and count of samples
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
