//===- FormatChoices.h - Formats that weft tune chooses ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command line with -f=NAME:auto stands for several, one for each format that
// the operand may have.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_FORMATCHOICES_H
#define WEFT_TOOLS_WEFT_FORMATCHOICES_H

#include "Operands.h"

namespace weft {
namespace driver {

/// A command line with formats in the place of those that are chosen.
struct FormatChoice {
  CommandLine line;
  /// The chosen formats, "NAME:FORMAT".
  std::vector<std::string> formats;
};

/// The names of the tensors whose format is chosen.
std::vector<std::string> getChosenTensors(const CommandLine &line);

/// All choices of formats; the line itself if there are none to choose. On
/// failure returns false and sets `message`.
bool makeFormatChoices(const CommandLine &line,
                       std::vector<FormatChoice> &choices,
                       std::string &message);

/// Milliseconds that it takes to convert the operands of one choice of formats
/// to those of another.
bool measureConversion(const weft_kernel *kernel, const Operands &operands,
                       const FormatChoice &to, double &time,
                       std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_FORMATCHOICES_H
