//===- Extents.h - Extents of index variables -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far an index variable goes: as far as the modes that it indexes, or as
// sums with it may go, or as the caller of the kernel or the user says.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOTIN_EXTENTS_H
#define WEFT_LIB_CONVERSION_NOTATIONTOTIN_EXTENTS_H

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"
#include "weft/Notation/Sizes.h"
#include "weft/Support/TextLocations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace weft {

/// Finds the extents of variables, one statement after the other.
class ExtentFinder {
public:
  /// `tensors` holds the current values of tensors.
  ExtentFinder(mlir::OpBuilder &builder, const TextLocations &locations,
               const notation::Program &program,
               const TranslationOptions &options,
               const llvm::StringMap<mlir::Value> &tensors)
      : builder(builder), locations(locations), program(program),
        options(options), tensors(tensors), sizes(program.tensors.size()) {}

  /// Says to which function arguments for sizes of results are added.
  void setFunction(mlir::func::FuncOp kernel) { function = kernel; }

  /// Finds the extents of the variables of a statement. Fails with a
  /// diagnostic.
  mlir::LogicalResult find(const notation::Statement &statement);

  /// The extents of the current statement's variables.
  const llvm::StringMap<mlir::Value> &get() const { return extents; }

  /// Says which sizes a tensor has that was assigned.
  void setSizes(size_t tensor, llvm::SmallVector<mlir::Value> assigned) {
    sizes[tensor] = std::move(assigned);
  }

private:
  mlir::Value findExtent(const notation::Statement &statement,
                         const notation::SizeSource &source);
  /// The largest extent with which sums that index operands stay inside.
  mlir::Value findExtentOfSums(const notation::Statement &statement,
                               const notation::SizeSource &source);
  /// The size of a mode of a tensor as it is now; null before it is assigned.
  mlir::Value getSize(size_t tensor, size_t mode);
  /// A new argument for the size of a result's mode.
  mlir::Value addExtentArgument(const notation::ModeUse &use);

  mlir::OpBuilder &builder;
  const TextLocations &locations;
  const notation::Program &program;
  const TranslationOptions &options;
  const llvm::StringMap<mlir::Value> &tensors;
  mlir::func::FuncOp function;
  std::vector<llvm::SmallVector<mlir::Value>> sizes;
  llvm::StringMap<mlir::Value> extents;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOTIN_EXTENTS_H
