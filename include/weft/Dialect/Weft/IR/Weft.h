//===- Weft.h - The weft dialect --------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the weft dialect: loops that threads share, and what passes tell
// each other about operations of other dialects, by discardable attributes
// whose names are here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFT_H
#define WEFT_DIALECT_WEFT_IR_WEFT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "weft/Dialect/Weft/IR/LoweringConfig.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h.inc"
#include "weft/Dialect/Weft/IR/WeftEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Weft/IR/WeftAttributes.h.inc"
#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/WeftOps.h.inc"

namespace weft {

/// On an argument or result of a function: the tensor's name in the text.
constexpr llvm::StringLiteral kTensorNameAttr = "weft.name";

/// On an index argument of a kernel, `array<i64: r, m>`: the argument is the
/// size of mode `m` of result `r`, which the caller sets.
constexpr llvm::StringLiteral kExtentAttr = "weft.extent";

/// On a function: it is a kernel and gets an entry, which has its name, or, if
/// this is a string instead of a unit, that name. Nothing else has the string,
/// so that it may be what the C library calls one of its functions.
constexpr llvm::StringLiteral kKernelAttr = "weft.kernel";

/// On a lowered kernel, `{arguments = [...], results = [...]}`: per argument
/// and result of the original signature, its type, or for a tensor `{rank,
/// arrays}` with the element types of its arrays.
constexpr llvm::StringLiteral kABIAttr = "weft.abi";

/// The record of a tensor in `weft.abi`.
struct TensorRecordAttrs {
  int64_t rank;
  mlir::ArrayAttr arrays;
};
/// Nothing if an attribute is none.
std::optional<TensorRecordAttrs> readTensorRecord(mlir::Attribute attr);

/// On a function: the commands of a schedule that have been applied to its
/// kernels, in their order, as an array of strings.
constexpr llvm::StringLiteral kScheduleAttr = "weft.schedule";

/// On a module, a function or a loop: the transformations of loops over arrays
/// that are applied inside, as a LoweringConfigAttr.
constexpr llvm::StringLiteral kLoweringConfigAttr = "weft.lowering_config";

/// On an operation in a parallel loop: a partition of the iterations executes
/// it once, before the first of them or, if it frees memory, behind the last.
/// It is right, and slower, to execute it in each.
constexpr llvm::StringLiteral kPerPartitionAttr = "weft.per_partition";

/// On a memref.alloc, the integer whose bits each word of the array is when it
/// is taken; on the scf.for that fills it and on its memref.dealloc, a unit.
/// Whatever was changed is that again when the array is freed, so that the
/// runtime may keep it. It is right, and slower, to fill the array each time.
constexpr llvm::StringLiteral kTableAttr = "weft.table";

/// Into how many copies loops that are nested may be unrolled.
constexpr int64_t kMaxUnrolledCopies = 1024;

/// On a function: it runs a partition of the iterations of a parallel loop, and
/// returns nothing.
constexpr llvm::StringLiteral kPartitionAttr = "weft.partition";

/// On a function with `weft.partition`: behind the bounds of the iterations it
/// takes the address of what it carries.
constexpr llvm::StringLiteral kAppendingAttr = "weft.appending";

/// The number of trailing arguments of a partition that its caller computes.
unsigned getNumTaken(mlir::Operation *partition);

/// On an scf.for, or on the scf.condition of an scf.while: what is known of the
/// loop, as a LoopAttr (see LoopInfo.h).
constexpr llvm::StringLiteral kLoopAttr = "weft.loop";

/// On an argument of a function whose tensors are arrays: the tensor, level and
/// role of the array, as a TensorArrayAttr.
constexpr llvm::StringLiteral kArrayAttr = "weft.array";

/// Parses and prints `dynamic 64`, for whatever has a distribution in its text.
mlir::FailureOr<DistributionAttr> parseDistribution(mlir::AsmParser &parser);
void printDistribution(mlir::AsmPrinter &printer, DistributionAttr attr);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_WEFT_H
