// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code image}, which writes a container image with LoadHarness: the layers of a base image and one layer of its own. No
 * container program is needed. Start reading at {@link io.loadharness.cli.image.ImageCommand}.
 */
@NullMarked
package io.loadharness.cli.image;

import org.jspecify.annotations.NullMarked;
