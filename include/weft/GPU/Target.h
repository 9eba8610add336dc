//===- Target.h - Compiling for devices -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes that compile device code need of a registry.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_TARGET_H
#define WEFT_GPU_TARGET_H

#include <string>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// The folder of a CUDA toolkit that has the library of device functions, which
/// the environment or the path says; empty if there is none.
std::string findCudaToolkit();

/// The path of NVIDIA's assembler `ptxas`: that in WEFT_PTXAS if the
/// environment has it, or one of a CUDA toolkit that the environment or the
/// path says. Empty if there is none, or WEFT_PTXAS is empty.
std::string findAssembler();

/// Registers the translation of device code to PTX, and how dialects convert to
/// it.
void registerGPUTarget(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_GPU_TARGET_H
