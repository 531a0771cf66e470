// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code dataset} and the options for data sets and synthetic prompts. The module {@code data} reads, writes and generates
 * data. Start reading at {@link io.loadharness.cli.dataset.DatasetCommand}.
 */
@NullMarked
package io.loadharness.cli.dataset;

import org.jspecify.annotations.NullMarked;
