// SPDX-License-Identifier: Apache-2.0
// Lets the wall clock of one process step by 10.5 s as soon as the file of the variable CLOCK_STEP_FILE exists. Hosts in network namespaces
// share the clock of the machine. Loaded with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int code = (int) syscall(SYS_clock_gettime, clock, now);
    const char *file = clock == CLOCK_REALTIME ? getenv("CLOCK_STEP_FILE") : NULL;
    if (file != NULL && access(file, F_OK) == 0) {
        long nanos = now->tv_nsec + 500000000L;
        now->tv_sec += 10 + nanos / 1000000000L;
        now->tv_nsec = nanos % 1000000000L;
    }
    return code;
}

// Java 17 looks the function up in the C library itself.
void *dlsym(void *restrict library, const char *restrict name)
{
    static void *(*find)(void *, const char *);
    if (find == NULL) {
        find = (void *(*)(void *, const char *)) dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    }
    return strcmp(name, "clock_gettime") == 0 ? (void *) clock_gettime : find(library, name);
}
