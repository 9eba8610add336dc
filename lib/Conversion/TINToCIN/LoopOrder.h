//===- LoopOrder.h - Orders of index variables ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which index variables are bound must let every access walk the
// levels of its tensor from the outermost to the innermost (thesis,
// section 3.2: "order them so that all iteration graph edges point down"). A
// level that can be located in may be bound late, so only levels without locate
// constrain the order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H
#define WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H

#include "weft/Dialect/TIN/IR/TIN.h"

namespace weft {

/// That the first variable must be bound outside of the second.
using OrderEdge = std::pair<mlir::Value, mlir::Value>;

/// What an access demands of the order of its variables. Literals are bound
/// before all variables; they and diagonals demand nothing, since levels are
/// searched for them.
llvm::SmallVector<OrderEdge> getAccessEdges(tin::AccessOp access);

/// What a result demands that is assembled in the order of its levels:
/// `variables` index its modes, and `reductions` are the variables of the loops
/// that combine into one component.
llvm::SmallVector<OrderEdge> getResultEdges(level::FormatAttr format,
                                            mlir::ValueRange variables,
                                            mlir::ValueRange reductions);

/// A set of variables under constraints.
class LoopOrder {
public:
  /// The variables in the order to be kept where nothing constrains it.
  explicit LoopOrder(llvm::ArrayRef<mlir::Value> variables)
      : variables(variables.begin(), variables.end()) {}

  /// Adds the edges between known variables, all of them or, if that would
  /// leave no order, none. Returns whether it did.
  bool tryAdd(llvm::ArrayRef<OrderEdge> edges);

  /// The first topological order.
  llvm::SmallVector<mlir::Value> get() const;

private:
  llvm::SmallVector<mlir::Value> variables;
  llvm::SmallVector<OrderEdge> edges;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H
