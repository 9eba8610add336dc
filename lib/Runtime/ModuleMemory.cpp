//===- ModuleMemory.cpp - Memory of modules ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's conversion of memrefs calls these functions for memory.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ModuleABI.h"
#include "weft/Runtime/TensorABI.h"

void *_mlir_memref_to_llvm_alloc(uint64_t bytes) {
  return weft_rt_alloc(static_cast<int64_t>(bytes));
}

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes) {
  return weft_rt_alloc_aligned(static_cast<int64_t>(alignment),
                               static_cast<int64_t>(bytes));
}

void _mlir_memref_to_llvm_free(void *data) { weft_rt_free(data); }
