// SPDX-License-Identifier: Apache-2.0
/** Programs to copy from. Each runs for a few seconds, {@code -Dseconds=1} for less, and writes its logs into {@code logs/}. */
package io.loadharness.examples;
