// SPDX-License-Identifier: Apache-2.0
// A function with a separate stack.
#pragma once

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <functional>

namespace loadharness {

// Lets LoadGen request a step from the JVM by returning to it. docs/decisions/0001 has the costs of upcalls, which this replaces.
// All calls come from one thread. A coroutine must be finished before it is destroyed.
class Coroutine final {
 public:
  explicit Coroutine(std::function<void()> body);
  ~Coroutine();
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  // From outside: runs the body until it yields or returns. Returns false if the body has returned.
  bool resume();
  // From inside: returns from `resume`, and continues at the next call of it.
  void yield();

 private:
  static void enter(unsigned high, unsigned low);
  void run();

  std::function<void()> body_;
  void* const stack_;
  bool started_ = false;
  bool finished_ = false;
  ucontext_t start_context_;
  jmp_buf outside_;
  jmp_buf inside_;

  // State that the address sanitizer needs for a stack switch.
  void* outside_fake_stack_ = nullptr;
  void* inside_fake_stack_ = nullptr;
  const void* outside_stack_ = nullptr;
  std::size_t outside_size_ = 0;
};

}  // namespace loadharness
