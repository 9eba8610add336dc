//===- ReallocToLLVM.h - Arrays that grow -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of the conversion to LLVM (ConvertToLLVM.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_REALLOCTOLLVM_H
#define WEFT_LIB_COMPILER_REALLOCTOLLVM_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace weft {

/// Has `memref.realloc` call the runtime.
void populateReallocPatterns(const mlir::LLVMTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

} // namespace weft

#endif // WEFT_LIB_COMPILER_REALLOCTOLLVM_H
