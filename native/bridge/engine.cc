// SPDX-License-Identifier: Apache-2.0
#include "engine.h"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "private_copy.h"

namespace loadharness {
namespace {

// LoadGen's own limit is 1022; each thread costs at least 64 KiB.
constexpr int kMaxAdmitted = 256;

std::atomic<std::uint64_t> engines{0};

// Protects the lifetime of engines against the exit of threads that used them.
std::recursive_mutex& exits_mutex() {
  static auto* mutex = new std::recursive_mutex;  // threads may exit after static destructors
  return *mutex;
}

std::unordered_map<std::uint64_t, Engine*>& loaded_engines() {
  static auto* loaded = new std::unordered_map<std::uint64_t, Engine*>;
  return *loaded;
}

}  // namespace

// The engines that one thread has used, and the objects that LoadGen destroys when the thread exits.
struct ThreadRegister {
  struct Entry {
    std::uint64_t engine;
    bool admitted;
    void (*destroy)(void*);
    void* object;
  };

  std::uint64_t last_admitted = 0;
  std::vector<Entry> entries;

  ~ThreadRegister() {
    std::lock_guard<std::recursive_mutex> lock(exits_mutex());
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      const auto loaded = loaded_engines().find(entry->engine);
      if (loaded == loaded_engines().end()) continue;
      if (entry->destroy != nullptr) entry->destroy(entry->object);
      if (entry->admitted) loaded->second->admitted_.fetch_sub(1);
    }
  }

  bool knows(std::uint64_t engine) const {
    return std::any_of(entries.begin(), entries.end(),
                       [engine](const Entry& entry) { return entry.admitted && entry.engine == engine; });
  }

  void add(const Entry& added) {
    std::lock_guard<std::recursive_mutex> lock(exits_mutex());
    const auto unloaded = [](const Entry& entry) { return loaded_engines().count(entry.engine) == 0; };
    entries.erase(std::remove_if(entries.begin(), entries.end(), unloaded), entries.end());
    entries.push_back(added);
  }
};

namespace {

thread_local ThreadRegister this_thread;

}  // namespace

Engine::Engine(const std::string& library) : id_(engines.fetch_add(1) + 1), handle_(load_private_copy(library)) {
  const auto entry = reinterpret_cast<const EngineApi* (*)()>(dlsym(handle_, "loadharness_engine"));
  if (entry == nullptr) {
    dlclose(handle_);
    throw std::runtime_error(library + " is not a LoadGen engine");
  }
  api_ = entry();
  api_->attach(this);
  std::lock_guard<std::recursive_mutex> lock(exits_mutex());
  loaded_engines()[id_] = this;
}

Engine::~Engine() {
  // This destroys LoadGen's thread-local objects of live threads, therefore none of these threads may exit at the same time.
  std::lock_guard<std::recursive_mutex> lock(exits_mutex());
  loaded_engines().erase(id_);
  api_->destroy_globals();
  dlclose(handle_);
}

bool Engine::admit() {
  if (this_thread.last_admitted == id_) return true;
  if (!this_thread.knows(id_)) {
    if (admitted_.fetch_add(1) >= kMaxAdmitted) {
      admitted_.fetch_sub(1);
      return false;
    }
    this_thread.add({id_, true, nullptr, nullptr});
  }
  this_thread.last_admitted = id_;
  return true;
}

void Engine::enlist() {
  admitted_.fetch_add(1);
  this_thread.add({id_, true, nullptr, nullptr});
}

void Engine::add(void (*destroy)(void*), void* object) { this_thread.add({id_, false, destroy, object}); }

}  // namespace loadharness
