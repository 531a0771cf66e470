/**
 * Tests to inherit. Extend the contract of what you implement, return your implementation from its abstract methods, and run it with
 * JUnit: {@link io.loadharness.testkit.HttpTransportContract} and its neighbours.
 */
package io.loadharness.testkit;
