// SPDX-License-Identifier: Apache-2.0
/**
 * Runs on Kubernetes. The classes create the objects of a run, wait for its pods, and fetch its results. The connection between coordinator
 * and workers is in {@code io.loadharness.cluster}. Start reading at {@code KubernetesSubmitter}, then {@code Manifests}.
 */
@NullMarked
package io.loadharness.kubernetes;

import org.jspecify.annotations.NullMarked;
