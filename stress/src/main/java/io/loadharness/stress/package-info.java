// SPDX-License-Identifier: Apache-2.0
/**
 * jcstress tests with two threads on the lock-free states of a sample and of an exchange. Functional tests are in the modules of the tested
 * classes. Start reading at {@code SampleStress}; {@code mvn -Pstress verify} runs the tests.
 */
package io.loadharness.stress;
