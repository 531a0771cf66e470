/** Tables as text, with something between the cells. */
package io.loadharness.dataset.csv;
