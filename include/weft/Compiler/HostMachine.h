//===- HostMachine.h - The host processor -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares LLVM's code generators for the host, which are used again.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_HOSTMACHINE_H
#define WEFT_COMPILER_HOSTMACHINE_H

#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/IR/Location.h"

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"

namespace weft {

/// The description of this processor: that of its name if it was measured, of
/// the newest measured one of its family, or `generic`; with the vectors and
/// caches that LLVM and the system tell of.
Machine describeHost();

/// The description of the processor that the pass option `machine` names: the
/// host if it is `native`, or a known one. If the name is unknown, the location
/// of the error is the option, since a module states no processor then.
mlir::FailureOr<Machine> findMachine(mlir::MLIRContext *context,
                                     llvm::StringRef name);

/// The processor and its features. Registers the host's code generator.
llvm::Expected<llvm::orc::JITTargetMachineBuilder> detectHost();

/// A machine for the exclusive use of the caller until it is given back.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
takeHostMachine(llvm::CodeGenOptLevel level);

/// Keeps a machine for those who take one of its level.
void giveBackHostMachine(std::unique_ptr<llvm::TargetMachine> machine);

} // namespace weft

#endif // WEFT_COMPILER_HOSTMACHINE_H
