// SPDX-License-Identifier: Apache-2.0
// One private copy of the engine, loaded for one run.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "engine_api.h"

namespace loadharness {

// LoadGen keeps process-wide state, therefore every run gets a copy of its code and globals. The destructor unloads the copy; the
// owner must ensure that no thread is inside it at that time.
class Engine final : public ThreadExits {
 public:
  // Throws std::runtime_error when the library cannot be copied or loaded.
  explicit Engine(const std::string& library);
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const EngineApi& api() const { return *api_; }

  // Returns true if the calling thread may complete samples here. LoadGen deadlocks with more than 1022 such threads, therefore the
  // number of admitted threads that are alive at the same time is limited.
  bool admit();
  // Admits the calling thread even if the limit is reached.
  void enlist();

  void add(void (*destroy)(void*), void* object) override;

 private:
  friend struct ThreadRegister;

  const std::uint64_t id_;
  std::atomic<int> admitted_{0};
  void* handle_;
  const EngineApi* api_;
};

}  // namespace loadharness
