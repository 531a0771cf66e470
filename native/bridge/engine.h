// SPDX-License-Identifier: Apache-2.0
// One private copy of the engine, loaded for one run.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "engine_api.h"

namespace loadharness {

// LoadGen keeps process-wide state, so every run gets a copy of its code and of its globals. The destructor unloads the copy;
// the owner makes sure that no thread is inside it then.
class Engine final : public ThreadExits {
 public:
  // Throws std::runtime_error when the library cannot be copied or loaded.
  explicit Engine(const std::string& library);
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const EngineApi& api() const { return *api_; }

  // Whether the calling thread may complete samples here. LoadGen deadlocks when more than 1022 threads do, so a
  // limited number of threads that are alive at the same time may.
  bool admit();
  // Lets the calling thread complete samples here, whatever the number of others.
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
