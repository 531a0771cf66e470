// SPDX-License-Identifier: Apache-2.0
/** Code that several modules of LoadHarness share. Not an API: it is exported to these modules only, and changes without notice. */
@NullMarked
package io.loadharness.internal;

import org.jspecify.annotations.NullMarked;
