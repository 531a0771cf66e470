// SPDX-License-Identifier: Apache-2.0
// A function on a stack of its own.
#pragma once

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <functional>

namespace loadharness {

// Lets LoadGen ask the JVM for something by returning to it. Calling up into the JVM instead costs three times as much, and LoadGen
// does nothing else as often. All calls are made on one thread; a coroutine is finished before it is destroyed.
class Coroutine final {
 public:
  explicit Coroutine(std::function<void()> body);
  ~Coroutine();
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  // From outside: lets the body run until it yields or returns. False: it has returned.
  bool resume();
  // From inside: returns from `resume`, and goes on at the next one.
  void yield();

 private:
  static void enter(unsigned high, unsigned low);
  void run();

  std::function<void()> body_;
  void* const stack_;
  bool begun_ = false;
  bool finished_ = false;
  ucontext_t begin_;
  jmp_buf outside_;
  jmp_buf inside_;

  // What the address sanitizer wants to know of a change of stacks.
  void* outside_fake_stack_ = nullptr;
  void* inside_fake_stack_ = nullptr;
  const void* outside_stack_ = nullptr;
  std::size_t outside_size_ = 0;
};

}  // namespace loadharness
