// SPDX-License-Identifier: Apache-2.0
/**
 * Launchers that start workers as local processes, over ssh and with Slurm. The interface of launchers and the connection to the workers
 * are in {@code io.loadharness.cluster}; runs on Kubernetes are in {@code io.loadharness.kubernetes}. Start reading at
 * {@code LocalLauncher}, then {@code SlurmLauncher}.
 */
@NullMarked
package io.loadharness.launchers;

import org.jspecify.annotations.NullMarked;
