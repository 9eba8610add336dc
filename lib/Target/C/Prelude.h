//===- Prelude.h - Helper functions of C kernels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that a kernel in C may need, as text: memory, failures, growth,
// sorting, and operators that C does not have. A file has those that it calls.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_PRELUDE_H
#define WEFT_LIB_TARGET_C_PRELUDE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace csource {

class Prelude {
public:
  /// Asks for a function, by its name.
  void require(llvm::StringRef name) { required.insert(name); }
  /// Defines WEFT_SIMD, which precedes a loop that is to be vectorized.
  void requireSimd() { hasSimd = true; }
  /// Defines WEFT_SCALAR, which precedes a loop that is not to be vectorized.
  void requireScalar() { hasScalar = true; }
  /// Leaves the types of tensors and runs out.
  void omitTypes() { hasTypes = false; }
  /// Prints CUDA C++ instead of C.
  void setCUDA() { isCUDA = true; }
  /// Asks for a header of CUDA, whose types the emulation has as well.
  void includeDevice(llvm::StringRef header) { deviceHeaders.insert(header); }
  /// Asks for a header of the C library.
  void include(llvm::StringRef header) { headers.insert(header); }

  /// Prints the headers, the types of tensors, and the functions.
  void print(llvm::raw_ostream &os) const;

private:
  llvm::StringSet<> required, headers, deviceHeaders;
  bool hasSimd = false, hasScalar = false;
  bool hasTypes = true;
  bool isCUDA = false;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_PRELUDE_H
