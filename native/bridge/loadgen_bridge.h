// One run of LoadGen as the JVM sees it: numbers, names and addresses only.
#pragma once

#include <memory>

namespace loadharness {

// What LoadGen asks of the system under test and of the library. Called on the threads inside Run::start and Run::issue only.
// Addresses are valid during the call; that of an Offline query until the run ends.
class Callbacks {
 public:
  virtual ~Callbacks() = default;
  void destroy() { delete this; }
  virtual void issueSample(long long id, long long index) = 0;
  virtual void issueBatch(long long samples, long long count) = 0;
  virtual void flushQueries() = 0;
  virtual void loadSamples(long long indices, long long count) = 0;
  virtual void unloadSamples(long long indices, long long count) = 0;
};

// Has one owner. One thread sets it up, calls start once, and destroys it when no thread is inside it any more. The methods that
// hand answers to LoadGen may be called by any thread, for samples that were issued and not yet completed, until start returns
// or abort is called, whichever is first; the owner sees to that.
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

  enum { ENDED, ABORTED, FAILED };
  // Runs to the end and returns how that was. After FAILED, failure() says why.
  int start(Callbacks* callbacks, const char* audit_config);
  const char* failure() const;
  // Makes the calling thread one of those that issue queries in Server, until the run ends.
  void issue();
  // From any thread, any number of times.
  void abort();

  // Lets the calling thread complete samples, whatever the number of threads that do.
  void enlist();
  // False: too many threads complete samples already, nothing was done.
  bool complete(long long id, long long data, long long size, long long tokens);
  bool firstToken(long long id, long long data, long long size);
  bool completeAll(const long long* ids, int count);
  // Completes a query of issueBatch as a whole.
  bool completeBatch(long long samples, long long count);

  // Copy what a callback gave the address of.
  static void copySamples(long long samples, long long* ids_and_indices, int count);
  static void copyIndices(long long indices, int* to, int count);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace loadharness
