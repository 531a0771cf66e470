package io.loadharness.workload;

/** Who says a part of a prompt. */
enum Speaker {
    SYSTEM("system"),
    USER("user"),
    ASSISTANT("assistant");

    private final String role;

    Speaker(String role) {
        this.role = role;
    }

    /** As chat messages name it. */
    String role() {
        return role;
    }
}
