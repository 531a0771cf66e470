// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

/** A picocli command that another module adds to {@code harness}. {@link java.util.ServiceLoader} finds it. */
public interface ExtraCommand {}
