//===- Exit.cpp - Threads at the end of the interpreter -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When the interpreter ends, Python ends threads that wait for the GIL by
// unwinding their stacks, which C++ functions do not survive. So a function
// that Python calls before that makes threads that come back from a kernel wait
// until the process exits, and lets those that wait for the GIL have it first.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <unistd.h>

namespace nb = nanobind;
using namespace weft::python;

/// How many threads wait for the GIL.
static std::atomic<int> numWaiting{0};
/// Set when the interpreter is about to end.
static std::atomic<bool> isEnding{false};
/// The thread that ends the interpreter, and goes on.
static std::atomic<unsigned long> endingThread{0};

/// Counts a thread among those that wait for the GIL, unless it has to leave
/// the interpreter alone.
static bool enter() {
  ++numWaiting;
  if (!isEnding || PyThread_get_thread_ident() == endingThread)
    return true;
  --numWaiting;
  return false;
}

Unlocked::~Unlocked() {
  if (!enter())
    while (true)
      pause();
  PyEval_RestoreThread(state);
  --numWaiting;
}

void weft::python::runLocked(const std::function<void()> &function) {
  if (!Py_IsInitialized() || !enter())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  --numWaiting;
  function();
  PyGILState_Release(state);
}

/// Ends the use of the interpreter by all other threads.
static void endThreads() {
  endingThread = PyThread_get_thread_ident();
  isEnding = true;
  PyThreadState *state = PyEval_SaveThread();
  while (numWaiting > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
}

void weft::python::registerExit() {
  nb::module_::import_("atexit").attr("register")(
      nb::cpp_function([] { endThreads(); }));
  // The other threads are not there in the child.
  nb::module_::import_("os").attr("register_at_fork")(
      nb::arg("after_in_child") = nb::cpp_function([] { numWaiting = 0; }));
}
