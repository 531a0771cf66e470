// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.Iterator;

/**
 * The result of filters such as {@code map} and {@code select}, which are generators in Python: they have no length and no indices, are
 * always true, compute their elements when they are needed, and can be iterated only once.
 */
record LazyElements(Iterator<Object> iterator) {}
