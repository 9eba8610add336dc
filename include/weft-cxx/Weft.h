//===- Weft.h - The C++ library ---------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors, index notation and schedules in C++ (docs/cxx.md), as the library
// of thesis figure 1-6. Programs include this file and link libweft_cxx.so,
// which needs nothing of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_WEFT_H
#define WEFT_CXX_WEFT_H

#include "weft-cxx/Entries.h"
#include "weft-cxx/Error.h"
#include "weft-cxx/Expression.h"
#include "weft-cxx/Format.h"
#include "weft-cxx/Function.h"
#include "weft-cxx/Half.h"
#include "weft-cxx/Index.h"
#include "weft-cxx/Schedule.h"
#include "weft-cxx/Statement.h"
#include "weft-cxx/Tensor.h"
#include "weft-cxx/Tune.h"
#include "weft-cxx/Types.h"

namespace weft {
inline namespace cxx {

/// How many threads the parallel loops of kernels have, in this process; 0 for
/// what OpenMP says.
void setNumThreads(int count);

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_WEFT_H
