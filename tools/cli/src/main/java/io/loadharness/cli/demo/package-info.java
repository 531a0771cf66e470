// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code demo}, which measures a simulated server or a system under test in this process. The simulated server is in the module
 * {@code simulator}. Start reading at {@link io.loadharness.cli.demo.DemoCommand}.
 */
@NullMarked
package io.loadharness.cli.demo;

import org.jspecify.annotations.NullMarked;
