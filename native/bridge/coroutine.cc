// SPDX-License-Identifier: Apache-2.0
#undef _FORTIFY_SOURCE  // it reports a jump to another stack as an error

#include "coroutine.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#else
namespace {
void __sanitizer_start_switch_fiber(void**, const void*, std::size_t) {}
void __sanitizer_finish_switch_fiber(void*, const void**, std::size_t*) {}
}  // namespace
#endif

namespace loadharness {
namespace {

constexpr std::size_t kStackSize = 1024 * 1024;
constexpr std::size_t kGuardSize = 64 * 1024;  // a whole number of pages everywhere

void* allocate_stack() {
  void* memory = mmap(nullptr, kGuardSize + kStackSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  void* stack = static_cast<char*>(memory) + kGuardSize;
  if (mprotect(stack, kStackSize, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, kGuardSize + kStackSize);
    throw std::bad_alloc();
  }
  return stack;
}

}  // namespace

// The first switch uses a context, which can start on a new stack. All others use jumps, which need no system call.
Coroutine::Coroutine(std::function<void()> body) : body_(std::move(body)), stack_(allocate_stack()) {
  getcontext(&start_context_);
  start_context_.uc_stack.ss_sp = stack_;
  start_context_.uc_stack.ss_size = kStackSize;
  start_context_.uc_link = nullptr;
  const auto self = reinterpret_cast<std::uintptr_t>(this);  // a context passes only ints as arguments
  makecontext(&start_context_, reinterpret_cast<void (*)()>(enter), 2, static_cast<unsigned>(std::uint64_t{self} >> 32),
              static_cast<unsigned>(self));
}

Coroutine::~Coroutine() { munmap(static_cast<char*>(stack_) - kGuardSize, kGuardSize + kStackSize); }

bool Coroutine::resume() {
  if (finished_) return false;
  __sanitizer_start_switch_fiber(&outside_fake_stack_, stack_, kStackSize);
  if (_setjmp(outside_) == 0) {
    if (started_) _longjmp(inside_, 1);
    started_ = true;
    setcontext(&start_context_);
  }
  __sanitizer_finish_switch_fiber(outside_fake_stack_, nullptr, nullptr);
  return !finished_;
}

void Coroutine::yield() {
  __sanitizer_start_switch_fiber(&inside_fake_stack_, outside_stack_, outside_size_);
  if (_setjmp(inside_) == 0) _longjmp(outside_, 1);
  __sanitizer_finish_switch_fiber(inside_fake_stack_, &outside_stack_, &outside_size_);
}

void Coroutine::enter(unsigned high, unsigned low) {
  reinterpret_cast<Coroutine*>(static_cast<std::uintptr_t>((std::uint64_t{high} << 32) | low))->run();
}

void Coroutine::run() {
  __sanitizer_finish_switch_fiber(nullptr, &outside_stack_, &outside_size_);
  body_();
  finished_ = true;
  __sanitizer_start_switch_fiber(nullptr, outside_stack_, outside_size_);
  _longjmp(outside_, 1);
}

}  // namespace loadharness
