#include "abort.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>

#include "loadgen.h"

namespace loadharness {
namespace {

constexpr std::chrono::milliseconds kCheckPeriod{10};

std::atomic<bool> requested{false};
std::atomic<int> issuers{0};
std::atomic<int> waiting_issuers{0};
thread_local Role role = Role::kOther;

bool must_leave() { return role != Role::kOther && requested.load(std::memory_order_acquire); }

using Clock = std::chrono::steady_clock;

// Not the C++ library's function of this name, which may call the nanosleep below.
void sleep_until(Clock::time_point deadline) {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock<std::mutex> lock(mutex);
  while (Clock::now() < deadline) never.wait_until(lock, deadline);
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
  while (waiting_issuers.load() < count && !abort_requested()) sleep_until(Clock::now() + kCheckPeriod / 10);
}

void request_abort() { requested.store(true, std::memory_order_release); }

bool abort_requested() { return requested.load(std::memory_order_acquire); }

void wind_up() {
  // The issuers use what lies on the runner's stack.
  while (issuers.load() != 0) sleep_until(Clock::now() + kCheckPeriod);
  mlperf::AbortTest();
}

void leave() {
  if (role == Role::kRunner) wind_up();
  throw Aborted();
}

}  // namespace loadharness

// LoadGen waits in exactly these two functions for as long as a schedule or a system under test takes. The engine links to the
// definitions here instead of the C++ library's; they wait just as long, and throw when the run is to end. No other library of
// the process sees them.

namespace std {

// Returns without a notification now and then, as any wait may; LoadGen then looks again whether it has to wait.
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

}  // namespace std

extern "C" int nanosleep(const timespec* request, timespec* /*remaining*/) {
  using loadharness::Clock;
  auto now = Clock::now();
  const auto end = now + std::chrono::seconds(request->tv_sec) + std::chrono::nanoseconds(request->tv_nsec);
  for (; now < end; now = Clock::now()) {
    if (loadharness::must_leave()) loadharness::leave();
    loadharness::sleep_until(std::min(end, now + loadharness::kCheckPeriod));
  }
  return 0;
}
