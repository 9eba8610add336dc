//===- ProgressBar.h - Progress of long work --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Somebody who waits at a terminal sees what takes long.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_PROGRESSBAR_H
#define WEFT_TOOLS_WEFT_PROGRESSBAR_H

#include <string>

namespace weft {
namespace driver {

/// Shows a bar on the standard error while it exists, if that is a terminal,
/// from one second on. There is one at a time.
class ProgressBar {
public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;

private:
  static int report(void *context, const char *stage, double fraction);
  void draw(const std::string &stage, double fraction);

  double start;
};

/// Removes what a bar shows, before something else is written to the terminal.
void clearProgressBar();

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_PROGRESSBAR_H
