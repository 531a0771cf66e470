// SPDX-License-Identifier: Apache-2.0
/**
 * Builds the archive for users who have only Java: the jars with the native libraries of one platform, the start script, the manual pages,
 * the completion script and the notices. Part of the build only with {@code -Prelease}. Start reading at
 * {@link io.loadharness.dist.ReleaseArchive}.
 */
@NullMarked
package io.loadharness.dist;

import org.jspecify.annotations.NullMarked;
