//===- KernelHandle.h - What stands behind a kernel handle ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel and the texts about its tensors that the C interface hands out and
// that have to live as long as the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_KERNELHANDLE_H
#define WEFT_LIB_CAPI_KERNELHANDLE_H

#include "Handles.h"

#include "weft/Compiler/Kernel.h"

/// A tensor of a signature in words.
struct TensorTexts {
  std::string name;
  std::string format;
  std::string type;
  /// The index variable of each mode; empty where a constant selects it.
  std::vector<std::string> variables;
};

struct weft_kernel {
  std::unique_ptr<weft::Kernel> kernel;
  std::vector<TensorTexts> tensors;

  /// Fills `tensors`.
  void describeTensors();
};

#endif // WEFT_LIB_CAPI_KERNELHANDLE_H
