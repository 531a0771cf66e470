// SPDX-License-Identifier: Apache-2.0
// Ends a run of LoadGen from inside: LoadGen itself cannot leave its waits early.
#pragma once

namespace loadharness {

// Thrown through LoadGen's frames. Never leaves the engine.
struct Aborted {};

enum class Role { kOther, kRunner, kIssuer };

// Gives the calling thread its role while it is inside LoadGen.
class RoleScope {
 public:
  explicit RoleScope(Role role);
  ~RoleScope();
  RoleScope(const RoleScope&) = delete;
  RoleScope& operator=(const RoleScope&) = delete;
};

void request_abort();
bool abort_requested();

// Returns when `count` issuers wait for the start of the run, or an abort was requested. LoadGen itself would wait ten seconds.
void await_issuers(int count);

// On the runner: removes all references to the run.
void wind_up();

// Returns true if the runner waits in `wind_up` for issuers in callbacks.
bool awaits_issuers();

// From any thread, while the runner is in a callback or awaits issuers: writes and closes the logs. Later calls have no effect.
void close_logs();

// On a runner or an issuer: leaves LoadGen.
[[noreturn]] void leave();

}  // namespace loadharness
