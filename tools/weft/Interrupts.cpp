//===- Interrupts.cpp - Removal of files on signals -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler may call few functions and take no lock, so that it reads a list to
// which entries are only added. None is freed.
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"

#include <atomic>
#include <csignal>
#include <unistd.h>

using namespace weft::driver;

namespace {
struct Entry {
  std::string file, directory;
  std::atomic<bool> isThere{true};
  Entry *next = nullptr;
};
} // namespace

static std::atomic<Entry *> entries{nullptr};

/// Removes the unfinished files, and lets the signal end the process. Another
/// signal, which another thread may receive meanwhile, does not end it before:
/// timeout(1) sends one to the process and one to its group.
static void handle(int signal) {
  static std::atomic_flag isHandled = ATOMIC_FLAG_INIT;
  if (isHandled.test_and_set())
    return;
  for (Entry *entry = entries; entry; entry = entry->next)
    if (entry->isThere) {
      ::unlink(entry->file.c_str());
      ::rmdir(entry->directory.c_str());
    }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// Handles the signals that the process does not ignore.
static void installHandlers() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGXCPU}) {
    struct sigaction action;
    if (::sigaction(signal, nullptr, &action) != 0 ||
        action.sa_handler != SIG_DFL)
      continue;
    action = {};
    action.sa_handler = handle;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

void weft::driver::removeOnInterrupt(const std::string &file,
                                     const std::string &directory) {
  auto *entry = new Entry;
  entry->file = file;
  entry->directory = directory;
  entry->next = entries;
  if (!entry->next)
    installHandlers();
  entries = entry;
}

void weft::driver::keepOnInterrupt(const std::string &directory) {
  for (Entry *entry = entries; entry; entry = entry->next)
    if (entry->directory == directory)
      entry->isThere = false;
}
