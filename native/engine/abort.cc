// SPDX-License-Identifier: Apache-2.0
#include "abort.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <memory>
#include <mutex>
#include <new>

#include "loadgen.h"
#include "logging.h"

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace loadharness {
namespace {

constexpr std::chrono::milliseconds kCheckPeriod{10};

std::atomic<bool> requested{false};
std::atomic<int> issuers{0};
std::atomic<int> waiting_issuers{0};
std::atomic<bool> awaiting_issuers{false};
thread_local Role role = Role::kOther;

bool must_leave() { return role != Role::kOther && requested.load(std::memory_order_acquire); }

using SteadyClock = std::chrono::steady_clock;

// Replaces the C++ library's function of this name, which may call the nanosleep below.
void sleep_until(SteadyClock::time_point deadline) {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock<std::mutex> lock(mutex);
  while (SteadyClock::now() < deadline) never.wait_until(lock, deadline);
}

// The maximum wait for LoadGen's logger, which may be out of memory.
constexpr std::chrono::seconds kPatience{30};

// Waits for the log entries of other threads. Each thread has a queue, and LoadGen's logger reads them in turn. An entry of this
// thread is logged after the entries that existed before its round. If another thread was still writing an entry, this entry
// needs a second round to be logged, and a third round to reach the file. Returns false if the logger is stuck.
bool drain_logs() {
  const auto deadline = SteadyClock::now() + kPatience;
  for (int round = 0; round < 3; ++round) {
    const auto passed = std::make_shared<std::atomic<bool>>(false);
    mlperf::logging::Log([passed](mlperf::logging::AsyncLog&) { passed->store(true); });
    while (!passed->load()) {
      if (SteadyClock::now() > deadline) return false;
      sleep_until(SteadyClock::now() + std::chrono::milliseconds(1));
    }
  }
  return true;
}

}  // namespace

RoleScope::RoleScope(Role scoped) {
  role = scoped;
  if (scoped == Role::kIssuer) ++issuers;
}

RoleScope::~RoleScope() {
  if (role == Role::kIssuer) --issuers;
  role = Role::kOther;
}

void await_issuers(int count) {
  while (waiting_issuers.load() < count && !abort_requested()) sleep_until(SteadyClock::now() + kCheckPeriod / 10);
}

void request_abort() { requested.store(true, std::memory_order_release); }

bool abort_requested() { return requested.load(std::memory_order_acquire); }

void wind_up() {
  role = Role::kOther;  // this thread has left and may wait
  awaiting_issuers = true;
  // The issuers use objects on the runner's stack.
  while (issuers.load() != 0) sleep_until(SteadyClock::now() + kCheckPeriod);
  close_logs();
}

bool awaits_issuers() { return awaiting_issuers.load(); }

void close_logs() {
  static std::mutex mutex;
  static bool closed = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (closed) return;
  closed = true;
  try {
    if (drain_logs()) mlperf::AbortTest();
  } catch (const std::bad_alloc&) {
    // The run has ended; entries that cannot be written are lost.
  }
}

void leave() {
  if (role == Role::kRunner) wind_up();
  throw Aborted();
}

}  // namespace loadharness

// LoadGen waits for a schedule or a system under test only in these three functions. The engine links to the definitions here
// instead of those of the C++ library. They wait equally long, and throw when the run must end. They are not visible to other
// libraries of the process.

namespace std {

// May return without a notification, as any wait may. LoadGen then checks its condition again.
void condition_variable::wait(unique_lock<mutex>& lock) {
  if (loadharness::must_leave()) {
    lock.unlock();  // LoadGen's logger needs this lock to flush
    try {
      loadharness::leave();
    } catch (...) {
      lock.lock();
      throw;
    }
  }
  const bool issuer = loadharness::role == loadharness::Role::kIssuer;
  if (issuer) ++loadharness::waiting_issuers;
  wait_for(lock, loadharness::kCheckPeriod);
  if (issuer) --loadharness::waiting_issuers;
}

#if defined(__GLIBCXX__) && defined(__linux__)

// The wait of a future. The future also checks its state again after each wait.
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* address, unsigned value, bool has_timeout,
                                                       chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  using loadharness::kCheckPeriod;
  if (loadharness::must_leave()) loadharness::leave();
  const timespec period{0, static_cast<long>(chrono::nanoseconds(kCheckPeriod).count())};
  syscall(SYS_futex, address, FUTEX_WAIT, value, &period, nullptr, 0);
  return !has_timeout || chrono::system_clock::now().time_since_epoch() < seconds + nanoseconds;
}

#endif

}  // namespace std

extern "C" int nanosleep(const timespec* request, timespec* /*remaining*/) {
  using loadharness::SteadyClock;
  auto now = SteadyClock::now();
  const auto end = now + std::chrono::seconds(request->tv_sec) + std::chrono::nanoseconds(request->tv_nsec);
  for (; now < end; now = SteadyClock::now()) {
    if (loadharness::must_leave()) loadharness::leave();
    loadharness::sleep_until(std::min(end, now + loadharness::kCheckPeriod));
  }
  return 0;
}
