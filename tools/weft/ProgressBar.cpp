//===- ProgressBar.cpp - Progress of long work ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line that is written over, and removed before anything else is shown.
//
//===----------------------------------------------------------------------===//

#include "ProgressBar.h"

#include "Api.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <unistd.h>

using namespace weft::driver;

/// The minimum time, in seconds, of work that has a bar.
static constexpr double kMinTime = 1;
/// How many columns stand for all of the work.
static constexpr int kColumns = 30;

/// How many columns of the terminal the bar takes; zero if there is none.
static int width = 0;

static double getSeconds() {
  std::timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec);
}

ProgressBar::ProgressBar() : start(getSeconds()) {
  if (isatty(STDERR_FILENO))
    weft_set_progress(report, this);
}

ProgressBar::~ProgressBar() {
  weft_set_progress(nullptr, nullptr);
  clearProgressBar();
}

void weft::driver::clearProgressBar() {
  if (width > 0)
    std::fprintf(stderr, "\r%*s\r", width, "");
  width = 0;
}

int ProgressBar::report(void *context, const char *stage, double fraction) {
  auto *bar = static_cast<ProgressBar *>(context);
  if (getSeconds() - bar->start >= kMinTime)
    bar->draw(stage, fraction);
  return 0;
}

void ProgressBar::draw(const std::string &stage, double fraction) {
  std::string line = stage;
  if (fraction >= 0) {
    int filled = std::clamp(static_cast<int>(fraction * kColumns), 0, kColumns);
    line += " [" + std::string(filled, '#') +
            std::string(kColumns - filled, ' ') + "] " +
            std::to_string(static_cast<int>(fraction * 100)) + " %";
  } else {
    line += ", " + std::to_string(static_cast<int64_t>(getSeconds() - start)) +
            " s";
  }
  int columns = static_cast<int>(line.size());
  std::fprintf(stderr, "\r%s%*s", line.c_str(), std::max(0, width - columns),
               "");
  width = std::max(width, columns);
}
