//===- MachineCode.h - Machine code of devices ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code that the driver need not compile.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_GPU_MACHINECODE_H
#define WEFT_LIB_GPU_MACHINECODE_H

#include "llvm/Support/Error.h"

#include <string>

namespace weft {
namespace gpu {

/// The bytes that device code with machine code, and each image of it, is
/// aligned to.
constexpr int64_t kImageAlignment = 16;

/// Has NVIDIA's assembler make machine code (a cubin) of PTX for a compute
/// capability, which is given times ten. Empty if the assembler does not know
/// the capability. An error says what the assembler does not take.
llvm::Expected<std::string> assemble(llvm::StringRef assembler,
                                     llvm::StringRef ptx, int64_t capability);

/// Appends cubins for several compute capabilities to PTX, in the format of
/// DeviceCodeFormat.h. The result includes the null character that ends the
/// PTX.
std::string
appendMachineCode(llvm::StringRef ptx,
                  llvm::ArrayRef<std::pair<int64_t, std::string>> images);

} // namespace gpu
} // namespace weft

#endif // WEFT_LIB_GPU_MACHINECODE_H
