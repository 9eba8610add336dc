//===- EmitContext.h - Shared state of emitters -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel that is lowered, and where its code goes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_EMITCONTEXT_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_EMITCONTEXT_H

#include "KernelInfo.h"

namespace weft {
namespace cin_to_lattice {

struct EmitContext {
  const KernelInfo &info;
  mlir::OpBuilder &builder;

  mlir::Value createIndex(int64_t value) const {
    return mlir::arith::ConstantIndexOp::create(
        builder, info.getKernel().getLoc(), value);
  }
  mlir::Value createNext(mlir::Value index) const {
    return mlir::arith::AddIOp::create(builder, index.getLoc(), index,
                                       createIndex(1));
  }
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_EMITCONTEXT_H
