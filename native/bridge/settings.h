// SPDX-License-Identifier: Apache-2.0
// The fields of LoadGen's TestSettings by name.
#pragma once

#include <string>

#include "test_settings.h"

namespace loadharness {

int setting_count();
const char* setting_name(int field);
// Returns true if the field is a floating-point number. All other fields are integers or flags.
bool setting_is_real(int field);

double real_setting(const mlperf::TestSettings& settings, int field);
long long whole_setting(const mlperf::TestSettings& settings, int field);
void set_real(mlperf::TestSettings* settings, int field, double value);
void set_whole(mlperf::TestSettings* settings, int field, long long value);

}  // namespace loadharness
