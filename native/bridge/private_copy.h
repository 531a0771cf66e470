// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loadharness {

// Loads a copy of a shared library that shares no state with other copies, and returns its handle for dlclose. The copy is in
// memory and leaves no file behind, even if the process is killed. Throws std::runtime_error.
void* load_private_copy(const std::string& library);

}  // namespace loadharness
