// SPDX-License-Identifier: Apache-2.0
/**
 * Small helpers that several modules of LoadHarness share. The package is not a public API: it is exported only to these modules and may
 * change at any time. Start reading at {@link io.loadharness.internal.Suggestions}, for example.
 */
@NullMarked
package io.loadharness.internal;

import org.jspecify.annotations.NullMarked;
