package io.loadharness.schedule;

import java.util.List;

/**
 * What was held against a run by whoever watched it.
 *
 * @param toClient why its figures are those of the client
 * @param doubts what else keeps it from being valid
 */
record Objections(List<String> toClient, List<String> doubts) {

    static final Objections NONE = new Objections(List.of(), List.of());
}
