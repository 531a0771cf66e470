// SPDX-License-Identifier: Apache-2.0
/**
 * What a user meets first: a {@link io.loadharness.SystemUnderTest} answers the {@link io.loadharness.Query queries} that a
 * {@link io.loadharness.LoadGenerator} issues over a {@link io.loadharness.QuerySampleLibrary}, and a
 * {@link io.loadharness.TestResult} tells how that went.
 */
@NullMarked
package io.loadharness;

import org.jspecify.annotations.NullMarked;
