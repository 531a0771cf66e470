// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.Iterator;

/**
 * The result of filters such as {@code map} and {@code select}, which are generators in Python. A generator has no length and no indices,
 * and is always true. Its elements are computed when they are needed, and can be iterated only once.
 */
record LazyElements(Iterator<Object> iterator) {}
