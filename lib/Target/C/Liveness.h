//===- Liveness.h - Values that somebody needs ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the values that the effects and results of a function depend on. Other
// values get no variables, such as unused totals that loops carry and unused
// lengths of views.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_LIVENESS_H
#define WEFT_LIB_TARGET_C_LIVENESS_H

#include "Arrays.h"

namespace weft {
namespace csource {

class Liveness {
public:
  Liveness(mlir::func::FuncOp function, const Arrays &arrays);

  bool isLive(mlir::Value value) const { return live.contains(value); }

private:
  llvm::DenseSet<mlir::Value> live;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_LIVENESS_H
