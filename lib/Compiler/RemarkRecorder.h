//===- RemarkRecorder.h - Remarks at their place in the text ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_REMARKRECORDER_H
#define WEFT_LIB_COMPILER_REMARKRECORDER_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace weft {

/// Records the remarks that are emitted while it lives.
class RemarkRecorder {
public:
  explicit RemarkRecorder(mlir::MLIRContext *context);
  ~RemarkRecorder();

  /// Turns the remark that a lowering option is on into one that it found
  /// nothing to transform, if its transformation has reported on no loop.
  void replaceUnused();

  /// Prints the remarks by their places in a text, each once: versions of a
  /// loop have the same.
  void print(llvm::StringRef text, llvm::raw_ostream &os) const;

private:
  struct Record;
  class Streamer;

  mlir::MLIRContext *context;
  std::unique_ptr<std::vector<Record>> records;
};

} // namespace weft

#endif // WEFT_LIB_COMPILER_REMARKRECORDER_H
