//===- MachinePasses.h - The passes of code generation ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pipeline from optimized LLVM IR to machine code: LLVM's own,
// with or without the passes that find nothing in kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_MACHINEPASSES_H
#define WEFT_LIB_COMPILER_MACHINEPASSES_H

#include "llvm/IR/LegacyPassManager.h"

namespace weft {

class MachinePasses : public llvm::legacy::PassManager {
public:
  /// `all` keeps the passes that are left out otherwise.
  explicit MachinePasses(bool all) : all(all) {}

  /// Takes a pass, and deletes it if it is left out.
  void add(llvm::Pass *pass) override;

private:
  bool all;
};

} // namespace weft

#endif // WEFT_LIB_COMPILER_MACHINEPASSES_H
