// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a pod, with an explanation for the user.
 *
 * @param phase the phase
 * @param sentence the reason; empty if there is nothing to report
 * @param isHopeless true if the pod can never start
 */
record PodDiagnosis(Phase phase, String sentence, boolean isHopeless) {

    /** A phase of a pod. */
    enum Phase {
        WAITING,
        RUNNING,
        /** The container was running when its node last reported its state. */
        SILENT,
        ENDED
    }

    /** The sentence of a pod that starts without problems. */
    static final String STARTS = "it starts";

    /** The sentence of a pod that ended without problems. */
    static final String ENDED = "ended with exit code 0";

    /** The end of a sentence about an image. It follows the name of the image. */
    static final String NOT_PULLED = " cannot be pulled";

    private static final String NOT_CONFIGURED = "its container cannot be configured: ";
    private static final String NO_CLAIM = "the claim ";
    private static final Pattern MISSING_CLAIM = Pattern.compile("persistentvolumeclaim \"([^\"]*)\" not found");
    private static final Pattern MISSING_ACCOUNT = Pattern.compile("serviceaccount \"([^\"]*)\" not found");
    private static final Set<String> NOT_STARTED = Set.of("CreateContainerError", "RunContainerError");
    private static final Set<String> IMAGE = Set.of("ErrImagePull", "ImagePullBackOff", "ImageInspectError");
    private static final Set<String> NEVER_RAN = Set.of("StartError", "ContainerCannotRun");
    private static final int KILLED = 137;
    private static final int TERMINATED = 143;

    /** Returns the state of a pod. The events must be the events about this pod, the oldest first. */
    static PodDiagnosis of(Pod pod, List<Event> events) {
        Optional<ContainerState> state = pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getContainerStatuses().stream()
                        .filter(each -> each.getName().equals(Manifests.CONTAINER))
                        .map(ContainerStatus::getState)
                        .findFirst();
        if (state.map(ContainerState::getTerminated).isPresent()) {
            return ended(pod, state.get().getTerminated());
        }
        String phase = pod.getStatus() == null
                ? "Pending"
                : String.valueOf(pod.getStatus().getPhase());
        if (phase.equals("Failed") || phase.equals("Succeeded")) {
            return new PodDiagnosis(Phase.ENDED, evicted(pod).orElse("ended without a container"), true);
        }
        if (state.map(ContainerState::getRunning).isPresent()) {
            return running(pod);
        }
        return waiting(pod, state, events);
    }

    /** Returns the state of a pod that the cluster has removed and deleted. The pod is as it was when it was last seen. */
    static PodDiagnosis deleted(Pod pod) {
        return new PodDiagnosis(Phase.ENDED, evicted(pod).orElse("removed by the cluster" + place(pod)), true);
    }

    /** Returns true if the pod starts only after a change by the user. The object that is missing may appear in the next seconds. */
    boolean needsChange() {
        return phase == Phase.WAITING
                && (sentence.contains(NOT_PULLED)
                        || sentence.startsWith(NOT_CONFIGURED)
                        || sentence.startsWith(NO_CLAIM));
    }

    /** Returns true if the message of an event {@code FailedCreate} names a service account that does not exist. */
    static boolean isAccountMissing(String message) {
        return MISSING_ACCOUNT.matcher(message).find();
    }

    /**
     * Returns the remedy if Kubernetes cannot create the pods; empty if none is known.
     *
     * @param message the message of the event {@code FailedCreate}
     */
    static Optional<String> remedy(String message) {
        Matcher account = MISSING_ACCOUNT.matcher(message);
        if (account.find()) {
            return Optional.of("create the service account " + account.group(1)
                    + ", or give another one with --launcher-option service-account=NAME");
        }
        return message.contains("exceeded quota") ? Optional.of(ApiErrors.QUOTA_REMEDY) : Optional.empty();
    }

    private static PodDiagnosis running(Pod pod) {
        Optional<String> eviction = evicted(pod);
        if (eviction.isPresent()) {
            // Kubernetes gives this reason if the node of the pod is lost. A pod that another eviction removes runs
            // until its grace is over.
            boolean isSilent = disruption(pod)
                    .filter(each -> "DeletionByTaintManager".equals(each.getReason()))
                    .isPresent();
            return new PodDiagnosis(isSilent ? Phase.SILENT : Phase.RUNNING, eviction.get(), false);
        }
        return lostNode(pod)
                .map(each -> new PodDiagnosis(Phase.SILENT, each, false))
                .orElseGet(() -> new PodDiagnosis(Phase.RUNNING, "", false));
    }

    private static PodDiagnosis waiting(Pod pod, Optional<ContainerState> state, List<Event> events) {
        Optional<PodCondition> scheduled = condition(pod, "PodScheduled").filter(each -> isFalse(each));
        if (scheduled.isPresent()) {
            String message = Optional.ofNullable(scheduled.get().getMessage()).orElse("");
            Matcher claim = MISSING_CLAIM.matcher(message);
            if (claim.find()) {
                return new PodDiagnosis(
                        Phase.WAITING,
                        NO_CLAIM + claim.group(1) + " does not exist: create it, or, if it is the claim of --pvc, give"
                                + " --launcher-option pvc-size=SIZE",
                        false);
            }
            return new PodDiagnosis(
                    Phase.WAITING,
                    "no node can run it" + (message.isEmpty() ? "" : ": " + withoutPreemption(message)),
                    false);
        }
        String reason = state.map(ContainerState::getWaiting)
                .map(each -> String.valueOf(each.getReason()))
                .orElse("");
        String message = state.map(ContainerState::getWaiting)
                .map(each -> each.getMessage())
                .map(ApiErrors::oneLine)
                .orElse("");
        String image = pod.getSpec() == null || pod.getSpec().getContainers().isEmpty()
                ? "?"
                : pod.getSpec().getContainers().get(0).getImage();
        if (reason.equals("ErrImageNeverPull")) {
            return new PodDiagnosis(
                    Phase.WAITING,
                    "the image " + image + " is not on its node, and image-pull-policy=Never prevents a pull",
                    true);
        }
        if (reason.equals("InvalidImageName")) {
            return new PodDiagnosis(Phase.WAITING, "the image name " + image + " is invalid", true);
        }
        if (IMAGE.contains(reason)) {
            String detail = last(events, "Failed", "Failed to pull image").orElse(message);
            return new PodDiagnosis(
                    Phase.WAITING, "the image " + image + NOT_PULLED + (detail.isEmpty() ? "" : ": " + detail), false);
        }
        if (reason.equals("CreateContainerConfigError")) {
            return new PodDiagnosis(Phase.WAITING, NOT_CONFIGURED + message, false);
        }
        if (NOT_STARTED.contains(reason)) {
            return new PodDiagnosis(
                    Phase.WAITING,
                    "its container cannot start (" + reason + "): " + message,
                    reason.equals("RunContainerError")); // the other one is temporary on a busy node
        }
        return last(events, "FailedMount", "")
                .or(() -> last(events, "FailedAttachVolume", ""))
                .map(each -> new PodDiagnosis(Phase.WAITING, "a volume is not ready: " + each, false))
                .or(() -> last(events, "FailedCreatePodSandBox", "")
                        .map(each -> new PodDiagnosis(Phase.WAITING, "its node cannot start it: " + each, false)))
                .orElseGet(() -> new PodDiagnosis(Phase.WAITING, STARTS, false));
    }

    private static PodDiagnosis ended(Pod pod, ContainerStateTerminated end) {
        int code = end.getExitCode() == null ? 0 : end.getExitCode();
        Optional<String> eviction = evicted(pod);
        String sentence;
        if (eviction.isPresent()) {
            sentence = eviction.get();
        } else if ("OOMKilled".equals(end.getReason())) {
            sentence = "its container used more memory than its limit and was killed (OOMKilled): give more by"
                    + " --launcher-option memory=SIZE";
        } else if (NEVER_RAN.contains(String.valueOf(end.getReason()))) {
            sentence = "its container cannot start: " + ApiErrors.oneLine(String.valueOf(end.getMessage()))
                    + ": the image must contain /bin/sh and be for the architecture of the node";
        } else if (code == 0) {
            sentence = ENDED;
        } else if (code == KILLED) {
            sentence = "its container was killed (exit code 137)" + place(pod);
        } else if (code == TERMINATED) {
            sentence = "its container was stopped by SIGTERM (exit code 143)" + place(pod);
        } else {
            sentence = "ended with exit code " + code + place(pod);
        }
        return new PodDiagnosis(Phase.ENDED, sentence, code != 0);
    }

    private static String place(Pod pod) {
        String node = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
        return node == null ? "" : " on node " + node;
    }

    /** Returns the reason if the cluster removed a pod; otherwise empty. */
    private static Optional<String> evicted(Pod pod) {
        String reason = pod.getStatus() == null ? null : pod.getStatus().getReason();
        if ("Evicted".equals(reason)) {
            return Optional.of("evicted" + place(pod) + ": "
                    + ApiErrors.oneLine(String.valueOf(pod.getStatus().getMessage())));
        }
        return disruption(pod)
                .map(each -> "removed by the cluster" + place(pod) + " (" + each.getReason() + "): "
                        + ApiErrors.oneLine(String.valueOf(each.getMessage())));
    }

    private static Optional<PodCondition> disruption(Pod pod) {
        return condition(pod, "DisruptionTarget").filter(each -> "True".equals(each.getStatus()));
    }

    private static Optional<String> lostNode(Pod pod) {
        // A running container without probes is "not ready" for only one reason: its node no longer reports its state.
        return condition(pod, "Ready")
                .filter(each -> isFalse(each))
                .filter(each -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(each -> pod.getStatus().getContainerStatuses().stream()
                        .allMatch(one -> Boolean.TRUE.equals(one.getReady())))
                .map(each -> "its node " + pod.getSpec().getNodeName() + " no longer reports its state");
    }

    private static boolean isFalse(PodCondition condition) {
        return "False".equals(condition.getStatus());
    }

    private static Optional<PodCondition> condition(Pod pod, String type) {
        return pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(each -> type.equals(each.getType()))
                        .findFirst();
    }

    /** Removes the text about preemption at the end of a scheduler message, because it does not help users. */
    private static String withoutPreemption(String message) {
        return ApiErrors.oneLine(message.replaceAll("\\s*(no new claims to deallocate, )?preemption:.*", ""));
    }

    private static Optional<String> last(List<Event> events, String reason, String start) {
        return events.stream()
                .filter(each -> reason.equals(each.getReason()))
                .map(each -> String.valueOf(each.getMessage()))
                .filter(each -> each.startsWith(start))
                .reduce((first, second) -> second)
                .map(ApiErrors::oneLine);
    }
}
