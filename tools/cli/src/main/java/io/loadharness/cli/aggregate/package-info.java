// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code aggregate}. The merge is in the module {@code report}. Start reading at
 * {@link io.loadharness.cli.aggregate.AggregateCommand}.
 */
@NullMarked
package io.loadharness.cli.aggregate;

import org.jspecify.annotations.NullMarked;
