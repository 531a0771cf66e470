// SPDX-License-Identifier: Apache-2.0
/** Two threads at a time on the states of a sample and of an exchange, by jcstress. {@code mvn -Pstress verify} runs it. */
package io.loadharness.stress;
